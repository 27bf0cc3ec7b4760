import { JSON_API_MEDIA_TYPE } from '#contract/json-api.ts';
import { errorResponse } from './errors.ts';

interface MediaType {
  type: string;
  parameters: Map<string, string>;
}

/** Parses one media type; quoted parameter values lose their quotes, and one without `=` is empty. */
function parseMediaType(text: string): MediaType {
  const [type = '', ...rest] = splitOutsideQuotes(text, ';');
  const parameters = new Map<string, string>();
  for (const part of rest) {
    if (part.trim() === '') continue;
    const [name = '', ...value] = part.split('=');
    parameters.set(
      name.trim().toLowerCase(),
      value
        .join('=')
        .trim()
        .replace(/^"(.*)"$/, '$1'),
    );
  }
  return { type: type.trim().toLowerCase(), parameters };
}

/** A quote that is not closed reaches to the end, so that nothing is ever read twice. */
function splitOutsideQuotes(text: string, separator: string): string[] {
  const part = new RegExp(`(?:"(?:[^"\\\\]|\\\\.?)*(?:"|$)|[^${separator}"])+`, 'g');
  return text.match(part) ?? [];
}

/** Whether only parameters are present that this service can honour: `profile`, never an `ext`. */
function isPlain({ parameters }: MediaType, ignored: string[] = []): boolean {
  return [...parameters.keys()].every((name) => name === 'profile' || ignored.includes(name));
}

/**
 * Refuses a body that is neither JSON:API nor plain JSON (decisions.md, 5).
 * @throws {JsonApiError} 415
 */
export function checkContentType(header: string | undefined): void {
  const mediaType = parseMediaType(header ?? '');
  if (mediaType.type === JSON_API_MEDIA_TYPE && isPlain(mediaType)) return;
  if (mediaType.type === 'application/json' && isPlain(mediaType, ['charset'])) {
    // Plain clients name the one encoding that JSON has.
    if ((mediaType.parameters.get('charset') ?? 'utf-8').toLowerCase() === 'utf-8') return;
  }
  throw errorResponse(415, {
    detail: `Send the body as ${JSON_API_MEDIA_TYPE} without parameters.`,
  });
}

/**
 * Refuses an `Accept` in which every mention of the JSON:API media type has parameters that can't be
 * honoured (decisions.md, 5).
 * @throws {JsonApiError} 406
 */
export function checkAccept(header: string | undefined): void {
  const mentions = splitOutsideQuotes(header ?? '', ',')
    .map(parseMediaType)
    .filter(({ type }) => type === JSON_API_MEDIA_TYPE);
  if (mentions.length === 0 || mentions.some((mention) => isPlain(mention, ['q']))) return;
  throw errorResponse(406, { detail: `Accept ${JSON_API_MEDIA_TYPE} without parameters.` });
}

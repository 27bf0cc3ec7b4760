import { JSON_API_MEDIA_TYPE } from '#contract/json-api.ts';
import { errorResponse } from './errors.ts';

interface MediaType {
  type: string;
  parameters: Map<string, string>;
}

/** Parses one media type. Quotes are removed from parameter values; one without `=` is empty. */
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

/** An unclosed quote extends to the end, which also keeps the expression linear. */
function splitOutsideQuotes(text: string, separator: string): string[] {
  const part = new RegExp(`(?:"(?:[^"\\\\]|\\\\.?)*(?:"|$)|[^${separator}"])+`, 'g');
  return text.match(part) ?? [];
}

/** Whether all parameters are supported: `profile` is, `ext` is not. */
function hasSupportedParameters({ parameters }: MediaType, ignored: string[] = []): boolean {
  return [...parameters.keys()].every((name) => name === 'profile' || ignored.includes(name));
}

/**
 * Accepts JSON:API and plain JSON bodies (decisions.md, 5).
 * @throws {JsonApiError} 415
 */
export function checkContentType(header: string | undefined): void {
  const mediaType = parseMediaType(header ?? '');
  if (mediaType.type === JSON_API_MEDIA_TYPE && hasSupportedParameters(mediaType)) return;
  if (mediaType.type === 'application/json' && hasSupportedParameters(mediaType, ['charset'])) {
    // Some clients name the only encoding of JSON.
    if ((mediaType.parameters.get('charset') ?? 'utf-8').toLowerCase() === 'utf-8') return;
  }
  throw errorResponse(415, {
    detail: `Send the body as ${JSON_API_MEDIA_TYPE} without parameters.`,
  });
}

/**
 * Rejects an `Accept` header in which every JSON:API media type has unsupported parameters
 * (decisions.md, 5).
 * @throws {JsonApiError} 406
 */
export function checkAccept(header: string | undefined): void {
  const jsonApiTypes = splitOutsideQuotes(header ?? '', ',')
    .map(parseMediaType)
    .filter(({ type }) => type === JSON_API_MEDIA_TYPE);
  if (jsonApiTypes.length === 0 || jsonApiTypes.some((type) => hasSupportedParameters(type, ['q'])))
    return;
  throw errorResponse(406, { detail: `Accept ${JSON_API_MEDIA_TYPE} without parameters.` });
}

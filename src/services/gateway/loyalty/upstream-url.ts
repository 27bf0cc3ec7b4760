import type { Endpoint } from '#contract/endpoint.ts';
import { notFound } from '#services/platform/json-api/errors.ts';

// Could change the upstream path, directly or after a proxy decodes it again.
const DOT_SEGMENT = /(^|[/\\])\.{1,2}([/\\]|$)/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to reject
const CONTROL_CHARACTER = /[\u0000-\u001f\u007f]/;

/**
 * The upstream URL of an operation. Built from the matched route and its decoded parameters, each
 * encoded as one segment, so that it can't reach another path. The query string is unchanged.
 * @param url the request's path and query
 * @throws {JsonApiError} 404 for an id that is not safe in a path
 */
export function upstreamUrl(
  baseUrl: string,
  { path }: Endpoint,
  params: Record<string, string>,
  url: string,
): string {
  const filled = path.replace(/:([a-z_]+)/g, (_match, name: string) => {
    const id = params[name] ?? '';
    if (id === '' || DOT_SEGMENT.test(id) || CONTROL_CHARACTER.test(id)) throw notFound();
    return encodeURIComponent(id);
  });
  const query = url.indexOf('?');
  return `${baseUrl.replace(/\/$/, '')}${filled}${query < 0 ? '' : url.slice(query)}`;
}

import type { Endpoint } from '#contract/endpoint.ts';
import { notFound } from '#services/platform/json-api/errors.ts';

// A path of the upstream could be resolved or cut at these, once or after a proxy decoded it again.
const DOT_SEGMENT = /(^|[/\\])\.{1,2}([/\\]|$)/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is them that are refused
const CONTROL_CHARACTER = /[\u0000-\u001f\u007f]/;

/**
 * The upstream's address of an operation. It is built from the route that matched and its decoded
 * parameters, each in one segment, so that no path leads elsewhere; the query passes as it came.
 * @param url the request's path and query.
 * @throws {JsonApiError} 404 for an id that no path can hold safely
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

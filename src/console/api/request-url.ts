import type { Endpoint } from '#contract/endpoint.ts';

type Parameters = Readonly<Record<string, unknown>>;

/**
 * The address of a request: the endpoint's path under the service's base address, with its
 * parameters in place. Query parameters that are undefined or null are left out.
 *
 * @throws {RangeError} for a path parameter that no address can hold (`.` and `..`)
 */
export function requestUrl(
  baseUrl: string,
  endpoint: Pick<Endpoint, 'path'>,
  params: Parameters,
  query: Parameters,
): string {
  const path = endpoint.path.replace(/:([a-z_]+)/g, (_match, name: string) => {
    const value = String(params[name]);
    // A browser takes such a segment for a step in the path, even when it is escaped.
    if (value === '.' || value === '..' || value === '') throw new RangeError(`No id: "${value}"`);
    return encodeURIComponent(value);
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) search.set(name, String(value));
  }
  const suffix = search.size > 0 ? `?${search}` : '';
  return `${baseUrl.replace(/\/$/, '')}${path}${suffix}`;
}

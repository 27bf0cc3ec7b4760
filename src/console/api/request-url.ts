import type { Endpoint } from '#contract/endpoint.ts';

type Parameters = Readonly<Record<string, unknown>>;

/**
 * The URL of a request: the endpoint's path below the service's base URL, with its parameters filled
 * in. Query parameters that are undefined or null are omitted.
 *
 * @throws {RangeError} for path parameters that no URL can hold: empty, `.` and `..`
 */
export function requestUrl(
  baseUrl: string,
  endpoint: Pick<Endpoint, 'path'>,
  params: Parameters,
  query: Parameters,
): string {
  const path = endpoint.path.replace(/:([a-z_]+)/g, (_match, name: string) => {
    const value = String(params[name]);
    // Browsers resolve such segments even when escaped.
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

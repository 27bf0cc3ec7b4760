import { reportConnected } from '#console/lib/connection.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { CSV_MEDIA_TYPE } from '#contract/gateway/jobs.ts';
import { recordCall } from './call-log.ts';
import { type Client, responseError } from './client.ts';
import { ApiError } from './errors/api-error.ts';
import type { HttpResponse } from './http.ts';
import { requestUrl } from './request-url.ts';

/**
 * The CSV file that a GET responds with, however long that takes.
 * @throws {ApiError} of kind `network` or `error-response`
 */
export async function downloadFile(
  { baseUrl, accessSource }: Client,
  endpoint: Pick<Endpoint, 'id' | 'path' | 'scope'>,
  params: Readonly<Record<string, string>>,
  query: Readonly<Record<string, string | undefined>> = {},
): Promise<Blob> {
  const url = requestUrl(baseUrl, endpoint, params, query);
  let access = await accessSource.access();
  let response = await send(url, access.accessToken);
  if (response.status === 401) {
    access = await accessSource.renew(access.accessToken);
    response = await send(url, access.accessToken);
  }
  if (response.body instanceof Blob) return response.body;
  throw responseError(endpoint, response, { access, scope: endpoint.scope });
}

/** @returns a response whose body is the file, or an error */
function send(url: string, accessToken: string): Promise<HttpResponse> {
  return recordCall(
    { method: 'GET', url, mediaType: CSV_MEDIA_TYPE, body: undefined },
    async () => {
      try {
        const response = await fetch(url, {
          headers: { authorization: `Bearer ${accessToken}` },
          credentials: 'omit',
          cache: 'no-store',
        });
        reportConnected();
        const { ok, status, headers } = response;
        const body: unknown = ok
          ? await response.blob()
          : await response.json().catch(() => undefined);
        const requestId = headers.get('x-request-id') ?? undefined;
        return { ok, status, body, requestId, retryAfterSeconds: undefined };
      } catch (cause) {
        throw new ApiError({ kind: 'network', cause });
      }
    },
  );
}

import { reportConnected } from '#console/lib/connection.ts';
import type { Client } from './client.ts';
import { ApiError } from './errors/api-error.ts';
import { parseErrorBody } from './errors/error-body.ts';
import { requestUrl } from './request-url.ts';

/**
 * The response of a GET as a file, however long that takes.
 * @throws {ApiError} of kind `network` or `error-response`
 */
export async function downloadFile(
  { baseUrl, accessSource }: Client,
  path: string,
  params: Readonly<Record<string, string>>,
  query: Readonly<Record<string, string | undefined>> = {},
): Promise<Blob> {
  const { accessToken } = await accessSource.access();
  const url = requestUrl(baseUrl, { path }, params, query);
  const response = await send(url, accessToken);
  const requestId = response.headers.get('x-request-id') ?? undefined;
  if (!response.ok) {
    const body: unknown = await response.json().catch(() => undefined);
    const { status } = response;
    throw new ApiError({ kind: 'error-response', status, requestId, errors: parseErrorBody(body) });
  }
  try {
    return await response.blob();
  } catch (cause) {
    throw new ApiError({ kind: 'network', cause });
  }
}

async function send(url: string, accessToken: string): Promise<Response> {
  try {
    const headers = { authorization: `Bearer ${accessToken}` };
    const response = await fetch(url, { headers, credentials: 'omit', cache: 'no-store' });
    reportConnected();
    return response;
  } catch (cause) {
    throw new ApiError({ kind: 'network', cause });
  }
}

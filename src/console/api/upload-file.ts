import { reportConnected } from '#console/lib/connection.ts';
import type { Endpoint, ResponseOf } from '#contract/endpoint.ts';
import { recordCall } from './call-log.ts';
import { type Client, parseResponse } from './client.ts';
import { ApiError } from './errors/api-error.ts';
import type { HttpResponse } from './http.ts';
import { requestUrl } from './request-url.ts';

interface Upload {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string | undefined>>;
  readonly file: Blob;
  readonly fileName: string;
  readonly mediaType: string;
  readonly signal: AbortSignal;
  /** @param share how much was sent, 0 to 1 */
  readonly onProgress: (share: number) => void;
}

/**
 * Sends a file as the body of a request, however long that takes.
 *
 * @throws {ApiError}
 * @throws the reason of `signal` if it is aborted
 */
export async function uploadFile<E extends Endpoint>(
  { baseUrl, accessSource }: Client,
  endpoint: E,
  upload: Upload,
): Promise<ResponseOf<E>> {
  const { scope, method } = endpoint;
  const url = requestUrl(baseUrl, endpoint, upload.params, upload.query);
  const call = { method, url, mediaType: upload.mediaType, body: undefined, hasFile: true };
  const sendWith = (accessToken: string) => {
    // It may have been aborted while waiting for the token.
    upload.signal.throwIfAborted();
    return recordCall(call, () => send(method, url, accessToken, upload));
  };
  const access = await accessSource.access();
  const response = await sendWith(access.accessToken);
  if (response.status !== 401) return parseResponse(endpoint, response, { access, scope });
  const renewed = await accessSource.renew(access.accessToken);
  return parseResponse(endpoint, await sendWith(renewed.accessToken), { access: renewed, scope });
}

/** Uses `XMLHttpRequest`, because `fetch` doesn't report the progress of uploads. */
function send(
  method: string,
  url: string,
  accessToken: string,
  { file, fileName, mediaType, signal, onProgress }: Upload,
): Promise<HttpResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<HttpResponse>();
  const request = new XMLHttpRequest();
  request.open(method, url);
  request.responseType = 'json';
  request.setRequestHeader('authorization', `Bearer ${accessToken}`);
  request.setRequestHeader('content-type', mediaType);
  const encodedName = encodeURIComponent(fileName.toWellFormed());
  request.setRequestHeader('content-disposition', `attachment; filename*=UTF-8''${encodedName}`);
  request.upload.addEventListener('progress', ({ loaded, total }) =>
    onProgress(total === 0 ? 0 : loaded / total),
  );
  request.addEventListener('load', () => {
    reportConnected();
    resolve({
      ok: request.status >= 200 && request.status < 300,
      status: request.status,
      body: request.response ?? undefined,
      requestId: request.getResponseHeader('x-request-id') ?? undefined,
      retryAfterSeconds: undefined,
    });
  });
  request.addEventListener('error', () => reject(new ApiError({ kind: 'network' })));
  request.addEventListener('abort', () => reject(signal.reason));
  signal.addEventListener('abort', () => request.abort(), { once: true });
  request.send(file);
  return promise;
}

import type { CustomFetchOptions } from 'oauth4webapi';

const TIMEOUT_MS = 10_000;
const RESPONSE_MAX_BYTES = 512 * 1024;

type ProviderFetchOptions = Partial<
  CustomFetchOptions<'GET' | 'POST', RequestInit['body'] | undefined>
>;

/** Requests to the provider are bounded in time. */
export const providerSignal = () => AbortSignal.timeout(TIMEOUT_MS);

/**
 * `fetch` that follows no redirect and reads a bounded response.
 * @throws {Error} if the response is too long
 */
export async function fetchProvider(
  url: string,
  { body = null, signal = providerSignal(), ...request }: ProviderFetchOptions = {},
): Promise<Response> {
  const response = await fetch(url, { ...request, body, signal, redirect: 'manual' });
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.byteLength;
    if (length > RESPONSE_MAX_BYTES) throw new Error('The response is too long');
    chunks.push(chunk);
  }
  const { status, headers } = response;
  return new Response(length === 0 ? null : Buffer.concat(chunks), { status, headers });
}

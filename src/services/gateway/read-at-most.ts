import { errors } from 'undici';

/**
 * Reads a response body into memory. Stops the transfer once it exceeds the limit, whatever its
 * content-length says.
 * @throws {errors.ResponseExceededMaxSizeError}
 */
export async function readAtMost(body: AsyncIterable<Buffer>, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.byteLength;
    if (length > maxBytes) throw new errors.ResponseExceededMaxSizeError();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}

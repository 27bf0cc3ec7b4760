import { errors } from 'undici';

/**
 * Reads an answer whole. One that is too long is not read to its end, whatever length it claimed:
 * leaving the loop ends the transfer.
 * @param maximum in bytes
 * @throws {errors.ResponseExceededMaxSizeError} when there is more
 */
export async function readAtMost(body: AsyncIterable<Buffer>, maximum: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.byteLength;
    if (length > maximum) throw new errors.ResponseExceededMaxSizeError();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}

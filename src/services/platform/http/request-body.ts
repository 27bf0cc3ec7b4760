import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import { isNestedDeeper, JSON_MAX_DEPTH, JsonTooDeepError } from '#services/platform/json-depth.ts';

/**
 * Passes request bodies to a scope's routes as bytes. The routes parse and validate them, in the order
 * and with the errors that the contract prescribes.
 */
export function disableBodyParsing(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
}

/** Whether the headers announce a body. */
export function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** The largest body that is read of a request to an endpoint that ignores it, in bytes. */
const IGNORED_BODY_MAX_BYTES = 16 * 1024;

/** The largest body of an endpoint in bytes, for Fastify's `bodyLimit`. */
export function bodyLimitOf({ bodyMaxBytes = IGNORED_BODY_MAX_BYTES }: Endpoint): number {
  return bodyMaxBytes;
}

/**
 * Parses the JSON of a request.
 * @throws {JsonTooDeepError} and other errors when the bytes aren't JSON in UTF-8
 */
export function decodeJson(
  bytes: Uint8Array | undefined,
  parse: (json: string) => unknown = JSON.parse,
): unknown {
  if (bytes && isNestedDeeper(bytes, JSON_MAX_DEPTH)) throw new JsonTooDeepError();
  return parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
}

import type { FastifyInstance, FastifyRequest } from 'fastify';

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

/** @throws when the bytes aren't JSON in UTF-8. */
export function decodeJson(bytes: Uint8Array | undefined): unknown {
  return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
}

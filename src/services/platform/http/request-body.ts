import type { FastifyInstance, FastifyRequest } from 'fastify';

/**
 * Has the bodies of a scope's requests arrive as bytes, and neither parsed nor checked: its routes do
 * that by the contract, in the order and the words that the contract asks for.
 */
export function disableBodyParsing(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => JSON.stringify);
}

/** Whether a request says that it brings a body. */
export function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** @throws when the bytes are no JSON in UTF-8. */
export function decodeJson(bytes: Uint8Array | undefined): unknown {
  return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
}

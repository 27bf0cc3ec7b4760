import Fastify from 'fastify';
import { findSignatureError } from '#services/gateway/inbox/receive/signature.ts';

/**
 * The minimum cost of receiving webhooks, in a separate process: a bare Fastify route that checks the
 * signature and stores nothing.
 */
const server = Fastify();
server.removeAllContentTypeParsers();
server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
server.post('/', async (request, reply) => {
  const { 'x-loyalty-signature': signature, nonce } = request.headers as Record<string, string>;
  const signed = { body: request.body as Uint8Array, signature, nonce };
  const problem = findSignatureError(signed, process.env.WEBHOOK_SECRET ?? '', new Date());
  return reply.code(problem ? 401 : 200).send({ verdict: problem?.verdict ?? 'accepted' });
});

process.send?.({ url: await server.listen({ port: 0, host: '127.0.0.1' }) });
process.once('disconnect', () => server.close());

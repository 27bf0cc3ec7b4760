import { fileURLToPath } from 'node:url';
import replyFrom from '@fastify/reply-from';
import fastifyStatic from '@fastify/static';
import Fastify from 'fastify';

/** Serves a page like Patron serves its console: precompressed, with the API beside it. */
export async function startComparedPage(name: 'bare-page' | 'react-admin', patronUrl: string) {
  const server = Fastify();
  await server.register(replyFrom, { base: patronUrl });
  for (const path of ['/gateway/*', '/api/advocacy/v2/me']) {
    server.get(path, (request, reply) => reply.from(request.url));
  }
  server.addContentTypeParser('application/x-www-form-urlencoded', (_request, body, done) =>
    done(null, body),
  );
  server.post('/api/advocacy/oauth/token', (request, reply) => reply.from(request.url));
  const root = fileURLToPath(new URL(`${name}/dist`, import.meta.url));
  await server.register(fastifyStatic, { root, preCompressed: true });
  const url = await server.listen({ port: 0, host: '127.0.0.1' });
  return { url, stop: () => server.close() };
}

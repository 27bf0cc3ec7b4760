import { fileURLToPath } from 'node:url';
import replyFrom from '@fastify/reply-from';
import fastifyStatic from '@fastify/static';
import Fastify from 'fastify';

const directory = fileURLToPath(new URL('../react-admin/dist', import.meta.url));

/** Serves the react-admin page like Patron serves its console: precompressed, with the API beside it. */
export async function startReactAdmin(patronUrl: string) {
  const server = Fastify();
  await server.register(replyFrom, { base: patronUrl });
  server.get('/gateway/*', (request, reply) => reply.from(request.url));
  server.addContentTypeParser('application/x-www-form-urlencoded', (_request, body, done) =>
    done(null, body),
  );
  server.post('/api/advocacy/oauth/token', (request, reply) => reply.from(request.url));
  await server.register(fastifyStatic, { root: directory, preCompressed: true });
  const url = await server.listen({ port: 0, host: '127.0.0.1' });
  return { url, stop: () => server.close() };
}

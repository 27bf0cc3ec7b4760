import { readFileSync } from 'node:fs';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import type { DescribedApi } from './mount-api.ts';

/**
 * The content security policy under /docs. Swagger UI has one inline style, allowed by its hash.
 */
const REFERENCE_POLICY = [
  "default-src 'self'",
  "base-uri 'self'",
  "frame-ancestors 'self'",
  "img-src 'self' data:",
  "object-src 'none'",
  "style-src 'self' 'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='",
].join('; ');

function asset(filename: string) {
  return { filename, content: readFileSync(new URL(filename, import.meta.url), 'utf8') };
}

/** The interactive reference of the APIs under /docs (operating.md, Addresses). */
export async function registerReferenceRoutes(
  app: FastifyInstance,
  apis: DescribedApi[],
): Promise<void> {
  for (const { name, document } of apis) {
    app.get(`/docs/${name}.json`, { schema: { hide: true } }, async () => document());
  }
  await app.register(async (scope) => {
    // Swagger UI needs a document in its scope, but shows the ones above.
    await scope.register(swagger, { openapi: { info: { title: 'Patron', version: '1' } } });
    await scope.register(swaggerUi, {
      routePrefix: '/docs',
      staticCSP: REFERENCE_POLICY,
      uiConfig: {
        urls: apis.map(({ name, title }) => ({ name: title, url: `/docs/${name}.json` })),
        // Deep links are nested in buttons, where screen readers ignore them.
        deepLinking: false,
        layout: 'ReferenceLayout',
        validatorUrl: null,
      },
      theme: {
        title: 'Patron API reference',
        js: [asset('reference-page.js')],
        css: [asset('reference-page.css')],
      },
    });
  });
}

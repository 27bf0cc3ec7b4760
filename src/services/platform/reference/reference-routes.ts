import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import type { DescribedApi } from './mount-api.ts';

/**
 * What the pages under /docs may load. The user interface writes one style into its page; its hash
 * lets in that one alone.
 */
const REFERENCE_POLICY = [
  "default-src 'self'",
  "base-uri 'self'",
  "frame-ancestors 'self'",
  "img-src 'self' data:",
  "object-src 'none'",
  "style-src 'self' 'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='",
].join('; ');

/** Patron's mark and name, for the dark bar at the head of the pages. */
const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" width="132" height="40" viewBox="0 0 132 40">
  <g fill="#56c7aa"><circle cx="30" cy="20" r="11" opacity="0.45"/><circle cx="18" cy="20" r="11"/></g>
  <text x="52" y="27" fill="#fff" font-family="Inter, system-ui, sans-serif" font-size="20" font-weight="600">Patron</text>
</svg>`;

/** The interactive reference of the APIs under /docs (operating.md, Addresses). */
export async function referenceRoutes(app: FastifyInstance, apis: DescribedApi[]): Promise<void> {
  for (const { name, document } of apis) {
    app.get(`/docs/${name}.json`, { schema: { hide: true } }, async () => document());
  }
  await app.register(async (scope) => {
    // The user interface asks for a document of its own scope; what it shows are those above.
    await scope.register(swagger, { openapi: { info: { title: 'Patron', version: '1' } } });
    await scope.register(swaggerUi, {
      routePrefix: '/docs',
      staticCSP: REFERENCE_POLICY,
      uiConfig: {
        urls: apis.map(({ name, title }) => ({ name: title, url: `/docs/${name}.json` })),
        deepLinking: true,
        validatorUrl: null,
      },
      logo: { type: 'image/svg+xml', content: Buffer.from(LOGO) },
      theme: { title: 'Patron API reference' },
    });
  });
}

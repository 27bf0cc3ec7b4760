import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { FastifyInstance } from 'fastify';
import type { ApiDocumentation } from '#contract/reference/documentation.ts';
import { html } from '#services/platform/http/html.ts';
import { createOpenApiDocument } from './openapi-document.ts';

/** The redirect URI of the reference's sign-in, under the public URL. */
export const REFERENCE_CALLBACK_PATH = '/docs/callback';

/** Swagger UI has one inline style, allowed by its hash. */
const INLINE_STYLE = "'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='";

const PAGE_HEADERS = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' ${INLINE_STYLE}`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  // The same as the sign-in pages have, so that the window they open in keeps its opener.
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
};

const require = createRequire(import.meta.url);
const { version } = require('swagger-ui-dist/package.json') as { version: string };
const ASSETS_PATH = `/docs/assets/${version}`;
const JAVASCRIPT = 'text/javascript; charset=utf-8';
const CSS = 'text/css; charset=utf-8';

/** Files by the name they are served as. */
const SWAGGER_UI_FILES = {
  'swagger-ui-bundle.js': JAVASCRIPT,
  'swagger-ui-standalone-preset.js': JAVASCRIPT,
  'oauth2-redirect.js': JAVASCRIPT,
  'swagger-ui.css': CSS,
};
const OWN_FILES = { 'reference-page.js': JAVASCRIPT, 'reference-page.css': CSS };

interface Reference {
  apis: readonly ApiDocumentation[];
  /** The OAuth client that signs users in; undefined if the APIs have no sign-in here. */
  clientId: string | undefined;
}

/**
 * The interactive reference of the APIs under /docs, and their OpenAPI documents (operating.md,
 * Addresses). Every process serves all of it: it describes the deployment, not the process.
 */
export async function registerReferenceRoutes(
  app: FastifyInstance,
  { apis, clientId }: Reference,
): Promise<void> {
  await app.register(async (scope) => {
    scope.addHook('onSend', async (_request, reply) => {
      reply.headers(PAGE_HEADERS);
      if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-cache');
    });
    const scopes = apis.flatMap(({ operations }) =>
      operations.flatMap(({ endpoint }) => (endpoint.scope ? [endpoint.scope] : [])),
    );
    const page = referencePage({
      urls: apis.map(({ name, title }) => ({ name: title, url: `/docs/${name}.json` })),
      oauth: { clientId, scopes: [...new Set(scopes)] },
    });
    for (const path of ['/docs', '/docs/']) {
      scope.get(path, async (_request, reply) => reply.type('text/html').send(page));
    }
    scope.get(REFERENCE_CALLBACK_PATH, async (_request, reply) =>
      reply.type('text/html').header('cache-control', 'no-store').send(CALLBACK_PAGE),
    );
    for (const api of apis) {
      // Created on demand: it takes a tenth of the time of a start.
      let document: object | undefined;
      scope.get(`/docs/${api.name}.json`, async () => {
        document ??= createOpenApiDocument(api);
        return document;
      });
    }
    serveFiles(scope);
  });
}

function serveFiles(scope: FastifyInstance): void {
  for (const [name, type] of Object.entries(SWAGGER_UI_FILES)) {
    const content = readFileSync(require.resolve(`swagger-ui-dist/${name}`));
    scope.get(`${ASSETS_PATH}/${name}`, async (_request, reply) =>
      reply.type(type).header('cache-control', 'public, max-age=31536000, immutable').send(content),
    );
  }
  for (const [name, type] of Object.entries(OWN_FILES)) {
    const content = readFileSync(new URL(name, import.meta.url));
    scope.get(`/docs/assets/${name}`, async (_request, reply) => reply.type(type).send(content));
  }
}

/** @param settings what reference-page.js needs to know */
function referencePage(settings: object): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Patron API reference</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${ASSETS_PATH}/swagger-ui.css">
<link rel="stylesheet" href="/docs/assets/reference-page.css">
</head>
<body>
<div id="swagger-ui" data-settings="${JSON.stringify(settings)}"></div>
<script src="${ASSETS_PATH}/swagger-ui-bundle.js"></script>
<script src="${ASSETS_PATH}/swagger-ui-standalone-preset.js"></script>
<script src="/docs/assets/reference-page.js"></script>
</body>
</html>
`.text;
}

/** Hands the result of the sign-in to the page that opened this one, and closes. */
const CALLBACK_PAGE = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Signed in · Patron API reference</title>
</head>
<body>
<p>You can close this window.</p>
<script src="${ASSETS_PATH}/oauth2-redirect.js"></script>
</body>
</html>
`.text;

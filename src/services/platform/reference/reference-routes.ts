import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import type { ApiDocumentation } from '#contract/reference/documentation.ts';
import { html } from '#services/platform/http/html.ts';
import { THEME_CSS, THEME_FILES } from '#services/platform/theme/theme-files.ts';
import { createOpenApiDocument } from './openapi-document.ts';
import type { OpenApiDocument } from './page/openapi.ts';
import { renderReferencePage } from './page/reference-page.ts';

/** The redirect URI of the reference's sign-in, under the public URL. */
export const REFERENCE_CALLBACK_PATH = '/docs/callback';

const PAGE_HEADERS = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  // The same as the sign-in pages have, so that the window they open in keeps its opener.
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
};

const JAVASCRIPT = 'text/javascript; charset=utf-8';
const own = (name: string) => new URL(`page/assets/${name}`, import.meta.url);

/** Files by the name they are served as; several sources are concatenated. */
const FILES = [
  {
    name: 'reference.css',
    urls: [THEME_CSS, own('reference.css'), own('operations.css')],
    type: 'text/css; charset=utf-8',
  },
  ...['reference.js', 'sign-in.js', 'callback.js'].map((name) => ({
    ...{ name, urls: [own(name)], type: JAVASCRIPT },
  })),
  ...Object.entries(THEME_FILES).map(([name, { url, type }]) => ({ name, urls: [url], type })),
];

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
    const assets = serveFiles(scope);
    const [first] = apis;
    for (const api of apis) {
      // Both created on demand: it takes a tenth of the time of a start.
      let document: OpenApiDocument | undefined;
      let page: string | undefined;
      const getDocument = () => {
        document ??= createOpenApiDocument(api) as OpenApiDocument;
        return document;
      };
      const getPage = () => {
        page ??= renderReferencePage({
          ...{ name: api.name, document: getDocument(), apis, clientId, assets },
          scopes: scopesOf(api),
        });
        return page;
      };
      const isFirst = api === first;
      for (const path of [`/docs/${api.name}`, ...(isFirst ? ['/docs', '/docs/'] : [])]) {
        scope.get(path, async (_request, reply) => reply.type('text/html').send(getPage()));
      }
      scope.get(`/docs/${api.name}.json`, async () => getDocument());
    }
    const callback = callbackPage(assets);
    scope.get(REFERENCE_CALLBACK_PATH, async (_request, reply) =>
      reply.type('text/html').header('cache-control', 'no-store').send(callback),
    );
  });
}

function scopesOf({ operations }: ApiDocumentation): string[] {
  return [...new Set(operations.flatMap(({ endpoint }) => endpoint.scope ?? []))];
}

/**
 * Serves the files under a content hash, so that browsers can cache them forever.
 *
 * @returns the path of their folder
 */
function serveFiles(scope: FastifyInstance): string {
  const files = FILES.map(({ name, urls, type }) => ({
    ...{ name, type, bytes: Buffer.concat(urls.map((url) => readFileSync(url))) },
  }));
  const hash = createHash('sha256');
  for (const { bytes } of files) hash.update(bytes);
  const folder = `/docs/assets/${hash.digest('hex').slice(0, 12)}`;
  for (const { name, type, bytes } of files) {
    scope.get(`${folder}/${name}`, async (_request, reply) =>
      reply.type(type).header('cache-control', 'public, max-age=31536000, immutable').send(bytes),
    );
  }
  return folder;
}

function callbackPage(assets: string): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Signed in · Patron API reference</title>
<link rel="icon" href="${assets}/icon.svg" type="image/svg+xml">
<script src="${assets}/callback.js" type="module"></script>
</head>
<body>
<p>You can close this window.</p>
</body>
</html>
`.text;
}

import { readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AccountsDependencies } from '#services/advocacy/accounts/account-types.ts';
import { html } from '#services/platform/http/html.ts';
import { CALLBACK_PATH } from './callback-url.ts';
import { consumeConnection } from './connect-states.ts';
import { type ConnectOutcome, finishConnection } from './finish-connection.ts';

const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

const own = (name: string) => new URL(name, import.meta.url);
const font = (name: string) =>
  new URL(import.meta.resolve(`@fontsource-variable/inter/files/${name}`));

const ASSETS = {
  'callback-page.js': { url: own('callback-page.js'), type: 'text/javascript; charset=utf-8' },
  'callback-page.css': { url: own('callback-page.css'), type: 'text/css; charset=utf-8' },
  'inter-latin.woff2': { url: font('inter-latin-wght-normal.woff2'), type: 'font/woff2' },
};

/**
 * The redirect URIs registered at third parties. No page here sends Cross-Origin-Opener-Policy: it
 * would sever the opener that waits for the message (decisions.md, 24).
 */
export function callbackRoutes(app: FastifyInstance, dependencies: AccountsDependencies): void {
  app.route({
    method: 'GET',
    url: `${CALLBACK_PATH}/:type`,
    // A HEAD request, such as a link preview, must not consume the state.
    exposeHeadRoute: false,
    errorHandler: (error, request, reply) => {
      request.log.error({ err: error }, 'failed');
      return sendPage(reply, 500, {
        outcome: 'failed',
        detail:
          'Something went wrong in Patron. Try again. If it keeps happening, contact your Patron ' +
          `administrator and mention request ${request.id}.`,
      });
    },
    handler: (request, reply) => handleCallback(dependencies, request, reply),
  });

  for (const [name, { url, type }] of Object.entries(ASSETS)) {
    const content = readFileSync(url);
    app.get(`/connect/assets/${name}`, async (_request, reply) =>
      reply.type(type).header('cache-control', 'public, max-age=3600').send(content),
    );
  }
}

async function handleCallback(
  dependencies: AccountsDependencies,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { type } = request.params as { type: string };
  const parameters = new URL(request.originalUrl, dependencies.baseUrl).searchParams;
  const state = parameters.get('state') ?? '';
  const connection = await consumeConnection(dependencies, state);
  if (!connection) {
    return sendPage(reply, 400, {
      outcome: 'failed',
      detail: 'This link is invalid or has already been used. Start again.',
    });
  }
  const message = await finishConnection(dependencies, connection, { type, state, parameters });
  const json = JSON.stringify(message);
  if (connection.redirectUri !== null) {
    return reply.headers(PRIVATE).redirect(withData(connection.redirectUri, json), 303);
  }
  return sendPage(reply, message.status, {
    ...outcomeOf(message),
    ...(connection.origin === null ? {} : { result: { message: json, origin: connection.origin } }),
  });
}

/** Adds the message as standard Base64 of its UTF-8 (decisions.md, 23). */
function withData(redirectUri: string, json: string): string {
  const url = new URL(redirectUri);
  url.searchParams.set('data', Buffer.from(json, 'utf8').toString('base64'));
  return url.href;
}

function outcomeOf({ type, data }: ConnectOutcome): CallbackPage {
  if ('errors' in data) {
    return {
      outcome: 'failed',
      detail: data.errors.map(({ detail, title }) => detail ?? title ?? '').join(' '),
    };
  }
  return {
    outcome: type === 'account_new' ? 'connected' : 'reauthorized',
    detail: `${data.data.attributes.name} is connected.`,
  };
}

/** The URL contains a code and the page an account: no caching, no referrer. */
const PRIVATE = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };

function sendPage(reply: FastifyReply, status: number, page: CallbackPage): FastifyReply {
  return reply
    .code(status)
    .headers({
      ...PRIVATE,
      'content-security-policy': CONTENT_SECURITY_POLICY,
      'x-content-type-options': 'nosniff',
    })
    .type('text/html; charset=utf-8')
    .send(renderCallbackPage(page));
}

interface CallbackPage {
  outcome: 'connected' | 'reauthorized' | 'failed';
  detail: string;
  /** Message to post to the opener, and the only origin allowed to receive it. */
  result?: { message: string; origin: string };
}

const TITLES = {
  connected: 'Account connected',
  reauthorized: 'Account reauthorized',
  failed: 'Account not connected',
};

/** The last page of a connection. It posts the result to its opener, and also shows it. */
function renderCallbackPage({ outcome, detail, result }: CallbackPage): string {
  const data = result && html` data-message="${result.message}" data-origin="${result.origin}"`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${TITLES[outcome]} · Patron</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="stylesheet" href="../assets/callback-page.css">
<script src="../assets/callback-page.js" defer></script>
</head>
<body>
<main id="outcome" class="${outcome === 'failed' ? 'failed' : 'done'}"${data}>
<h1>${TITLES[outcome]}</h1>
<p>${detail}</p>
<p class="hint">You can close this window.</p>
</main>
</body>
</html>
`.text;
}

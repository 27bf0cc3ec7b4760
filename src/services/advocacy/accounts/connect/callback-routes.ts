import { readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AdvocacyDependencies } from '#services/advocacy/dependencies.ts';
import { type CallbackPage, renderCallbackPage } from './callback-page.ts';
import { CALLBACK_PATH } from './callback-url.ts';
import { consumeConnection } from './connect-states.ts';
import { type ConnectOutcome, finishConnection } from './finish-connection.ts';

/** Only files of our own; nothing may frame the page, and it has no form. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

const ASSETS = {
  'callback-page.js': 'text/javascript; charset=utf-8',
  'callback-page.css': 'text/css; charset=utf-8',
};

/**
 * Where third parties send people back to. No page here sends Cross-Origin-Opener-Policy: it would
 * cut the window that waits for the message (decisions.md, 24).
 */
export function callbackRoutes(app: FastifyInstance, dependencies: AdvocacyDependencies): void {
  app.route({
    method: 'GET',
    url: `${CALLBACK_PATH}/:type`,
    // Who only looks at the address must not use its state up.
    exposeHeadRoute: false,
    schema: { hide: true },
    errorHandler: (error, request, reply) => {
      request.log.error({ err: error }, 'failed');
      return sendPage(reply, 500, {
        outcome: 'failed',
        detail:
          'Patron had a fault after the network sent you back. Try again; if it stays, tell ' +
          `whoever runs Patron, and quote request ${request.id}.`,
      });
    },
    handler: (request, reply) => answer(dependencies, request, reply),
  });

  for (const [name, type] of Object.entries(ASSETS)) {
    const content = readFileSync(new URL(name, import.meta.url));
    app.get(`/connect/assets/${name}`, { schema: { hide: true } }, async (_request, reply) =>
      reply.type(type).header('cache-control', 'public, max-age=3600').send(content),
    );
  }
}

async function answer(
  dependencies: AdvocacyDependencies,
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
      detail: 'This address was used already, or was never given out. Start again.',
    });
  }
  const message = await finishConnection(dependencies, connection, { type, state, parameters });
  const json = JSON.stringify(message);
  if (connection.redirectUri !== null) {
    return reply.headers(PRIVATE).redirect(withData(connection.redirectUri, json), 303);
  }
  return sendPage(reply, message.status, {
    ...outcomeOf(message),
    ...(connection.origin === null
      ? {}
      : { delivery: { message: json, origin: connection.origin } }),
  });
}

/** The message in standard Base64 of its UTF-8, percent-encoded (decisions.md, 23). */
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
    detail: `${data.data.attributes.name} is ready to use.`,
  };
}

/** The address holds a code, the page an account: neither is kept or passed on. */
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

import { readFileSync } from 'node:fs';
import formBody from '@fastify/formbody';
import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import { callbackUrl } from '#services/advocacy/accounts/connect/callback-url.ts';
import type { Clock } from '#services/platform/clock.ts';
import { renderAuthorizePage, renderErrorPage } from './authorize-page.ts';
import { CONSENT_SECONDS, createDemoGrants } from './demo-grants.ts';
import { offeredIdentities } from './demo-identities.ts';
import { DEMO_CLIENT, DEMO_NETWORKS } from './demo-networks.ts';
import { renderPicture } from './picture.ts';

interface ProviderDependencies {
  clock: Clock;
  /** {base_url} of the advocacy service, the only one that the networks redirect to. */
  advocacyUrl: string;
}

const requestSchema = z.object({
  response_type: z.literal('code'),
  client_id: z.literal(DEMO_CLIENT.id),
  redirect_uri: z.string(),
  state: z.string(),
  code_challenge: z.string(),
  code_challenge_method: z.literal('S256'),
  login_hint: z.optional(z.string()),
  shop: z.optional(z.string()),
});

const decisionSchema = z.extend(requestSchema, {
  decision: z.enum(['authorize', 'deny']),
  identity: z.string(),
  cut: z.optional(z.string()),
});

const tokenSchema = z.object({
  grant_type: z.literal('authorization_code'),
  code: z.string(),
  redirect_uri: z.string(),
  code_verifier: z.string(),
});

/** No form-action: it would apply to all redirects of the form, which may end at any origin. */
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; style-src 'self'; font-src 'self'; base-uri 'none'; frame-ancestors 'none'";

const INTER = '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2';
const ASSETS = {
  'provider.css': {
    url: new URL('./provider.css', import.meta.url),
    type: 'text/css; charset=utf-8',
  },
  'inter-latin.woff2': { url: new URL(import.meta.resolve(INTER)), type: 'font/woff2' },
};

/**
 * The demo networks under `/provider`: for each account type an authorize page, a token endpoint and a
 * profile endpoint.
 */
export async function providerRoutes(
  app: FastifyInstance,
  { clock, advocacyUrl }: ProviderDependencies,
): Promise<void> {
  const grants = createDemoGrants(clock);
  await app.register(formBody);

  for (const [name, { url, type }] of Object.entries(ASSETS)) {
    const content = readFileSync(url);
    app.get(`/provider/${name}`, async (_request, reply) =>
      reply.type(type).header('cache-control', 'max-age=3600').send(content),
    );
  }

  app.get<{ Params: { slug: string } }>('/provider/pictures/:slug.svg', async (request, reply) =>
    reply
      .type('image/svg+xml')
      .headers({ 'cache-control': 'max-age=3600', 'content-security-policy': "default-src 'none'" })
      .send(renderPicture(request.params.slug)),
  );

  for (const { type, label } of DEMO_NETWORKS) {
    const isOwnCallback = (redirectUri: string) => redirectUri === callbackUrl(advocacyUrl, type);

    app.get(`/provider/${type}/authorize`, async (request, reply) => {
      const { data } = z.safeParse(requestSchema, request.query);
      if (!data || !isOwnCallback(data.redirect_uri)) return sendErrorPage(reply);
      const identities = offeredIdentities(type, data.login_hint ?? data.shop);
      return sendPage(reply, 200, renderAuthorizePage({ label, identities }));
    });

    app.post(`/provider/${type}/authorize`, async (request, reply) => {
      const { data } = z.safeParse(decisionSchema, {
        ...(request.query as object),
        ...(request.body as object),
      });
      if (!data || !isOwnCallback(data.redirect_uri)) return sendErrorPage(reply);
      const identity = offeredIdentities(type, data.login_hint ?? data.shop).find(
        ({ id }) => id === data.identity,
      );
      if (!identity) return sendErrorPage(reply);
      const callback = new URL(data.redirect_uri);
      callback.searchParams.set('state', data.state);
      if (data.decision === 'deny') callback.searchParams.set('error', 'access_denied');
      else {
        const { redirect_uri: redirectUri, code_challenge: codeChallenge } = data;
        const code = grants.issueCode({ type, identity, redirectUri, codeChallenge });
        callback.searchParams.set('code', code);
      }
      if (data.cut) reply.header('cross-origin-opener-policy', 'same-origin');
      return reply.header('cache-control', 'no-store').redirect(callback.href, 303);
    });

    app.post(`/provider/${type}/token`, async (request, reply) => {
      reply.header('cache-control', 'no-store');
      if (!hasClientCredentials(request.headers.authorization)) {
        return reply.code(401).send({ error: 'invalid_client' });
      }
      const { data } = z.safeParse(tokenSchema, request.body);
      if (!data) return reply.code(400).send({ error: 'invalid_request' });
      const { code, redirect_uri: redirectUri, code_verifier: codeVerifier } = data;
      const token = grants.redeem({ type, code, redirectUri, codeVerifier });
      if (token === undefined) return reply.code(400).send({ error: 'invalid_grant' });
      return { access_token: token, token_type: 'Bearer', expires_in: CONSENT_SECONDS };
    });

    app.get(`/provider/${type}/profile`, async (request, reply) => {
      const token = request.headers.authorization?.replace(/^Bearer /, '') ?? '';
      const identity = grants.identify(type, token);
      if (!identity) return reply.code(401).send({ error: 'invalid_token' });
      // The console's own origin, because its policy allows no other over plain HTTP.
      const picture = new URL(identity.picture, advocacyUrl).href;
      return reply.header('cache-control', 'no-store').send({ ...identity, picture });
    });
  }
}

/** Basic authentication; the client ID and secret are form-encoded (RFC 6749, 2.3.1). */
function hasClientCredentials(authorization: string | undefined): boolean {
  const encoded = /^Basic ([A-Za-z0-9+/]+=*)$/.exec(authorization ?? '')?.[1] ?? '';
  const given = new URLSearchParams(`pair=${Buffer.from(encoded, 'base64')}`).get('pair');
  return given === `${DEMO_CLIENT.id}:${DEMO_CLIENT.secret}`;
}

function sendErrorPage(reply: FastifyReply): FastifyReply {
  return sendPage(reply, 400, renderErrorPage('Go back to Patron and try again.'));
}

/** Without Cross-Origin-Opener-Policy, like the rest of the connect flow (decisions.md, 24). */
function sendPage(reply: FastifyReply, status: number, page: string): FastifyReply {
  return reply
    .code(status)
    .headers({ 'content-security-policy': CONTENT_SECURITY_POLICY, 'cache-control': 'no-store' })
    .type('text/html; charset=utf-8')
    .send(page);
}

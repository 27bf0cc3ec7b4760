import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type Provider from 'oidc-provider';
import { exchangeToken } from '#contract/advocacy/oauth.ts';
import { OAUTH_PATHS } from '#services/advocacy/oauth/oauth-paths.ts';
import type { ErrorPages } from '#services/advocacy/oauth/sign-in/error-pages.ts';
import { pageHeaders } from '#services/advocacy/oauth/sign-in/page.ts';
import type { SignInInteractions } from '#services/advocacy/oauth/sign-in/sign-in-interaction.ts';
import { discardRest } from '#services/platform/http/early-response.ts';

interface ProtocolOptions {
  provider: Provider;
  errorPages: ErrorPages;
  interactions: SignInInteractions;
}

/** The endpoints of oidc-provider; its other routes are not reachable. */
export async function protocolRoutes(
  app: FastifyInstance,
  { provider, errorPages, interactions }: ProtocolOptions,
): Promise<void> {
  const handle = provider.callback();

  async function delegate(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    reply.hijack();
    for (const [name, value] of Object.entries(reply.getHeaders())) {
      if (value !== undefined) reply.raw.setHeader(name, value);
    }
    // With this header set, oidc-provider leaves CORS to the service.
    if (request.method === 'POST' && !reply.raw.hasHeader('access-control-expose-headers')) {
      reply.raw.setHeader('access-control-expose-headers', 'WWW-Authenticate');
    }
    await handle(request.raw, reply.raw);
    // oidc-provider stops reading a body that is too long.
    if (!request.raw.complete) discardRest(request.raw);
  }

  // oidc-provider reads the body itself.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));

  app.get(OAUTH_PATHS.authorize, async (request, reply) => {
    // No valid parameter contains NUL, and PostgreSQL can't store it in text.
    if (/%00/.test(request.url)) {
      const explanation = 'The request contains an invalid character.';
      return reply
        .code(400)
        .headers(pageHeaders())
        .send(errorPages.invalidRequest(request.id, explanation));
    }
    return delegate(request, reply);
  });
  app.get<{ Params: { uid: string } }>(`${OAUTH_PATHS.authorize}/:uid`, async (request, reply) => {
    if (await interactions.canResume(request, reply, request.params.uid)) {
      return delegate(request, reply);
    }
    return reply
      .code(400)
      .headers(pageHeaders())
      .send(errorPages.signInEnded(request.id, request.headers.cookie));
  });
  app.post(exchangeToken.path, delegate);
  app.post(OAUTH_PATHS.revoke, delegate);
}

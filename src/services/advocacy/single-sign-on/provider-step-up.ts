import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import {
  finishProviderStepUp,
  type PROVIDER_STEP_UP_ERRORS,
  startProviderStepUp,
} from '#contract/account/provider-step-up.ts';
import { type AuthorizationDependencies, authorizeUser } from '#services/advocacy/authorization.ts';
import type { ServiceDependencies } from '#services/advocacy/dependencies.ts';
import { OAUTH_PATHS } from '#services/advocacy/oauth/oauth-paths.ts';
import {
  issueBrowserSecret,
  queryOf,
  readBrowserSecret,
} from '#services/advocacy/oauth/sign-in/cookies/browser-secret.ts';
import { ProviderError } from '#services/advocacy/oauth/sign-in/single-sign-on.ts';
import type { Caller } from '#services/advocacy/oauth/tokens/bearer.ts';
import { ID_TOKEN_SECONDS } from '#services/advocacy/oauth/tokens/id-token.ts';
import { createPasskeyChallenges } from '#services/advocacy/passkeys/passkey-challenges.ts';
import { isLinked } from '#services/advocacy/users/user-identities.ts';
import { errorResponse, notFound } from '#services/platform/json-api/errors.ts';
import { registerJsonOperation } from '#services/platform/json-api/json-operation.ts';
import { tryParseJson } from '#services/platform/try-parse-json.ts';
import type { ProviderSignInService } from './create-single-sign-on.ts';

/** How long it may take from the click to the provider's page. */
const LINK_SECONDS = 300;
/** How long it may take from the provider's callback to the waiting tab. */
const CODE_SECONDS = 120;

type PageDependencies = ServiceDependencies & { singleSignOn: ProviderSignInService };
type StepUpError = (typeof PROVIDER_STEP_UP_ERRORS)[number];

const linkSchema = z.object({ boundTo: z.string(), challenge: z.string() });

/** What a confirmation is bound to: its user, and the access token that began it. */
const bindingOf = ({ userId, tokenDigest }: Pick<Caller, 'userId' | 'tokenDigest'>) =>
  `${userId}.${tokenDigest}`;

/** Confirming at the OpenID provider (decisions.md, 65). */
export function providerStepUpRoutes(
  app: FastifyInstance,
  dependencies: ServiceDependencies & AuthorizationDependencies,
): void {
  const { db, baseUrl, idTokens, oidc } = dependencies;
  const challenges = createPasskeyChallenges(dependencies);

  registerJsonOperation(app, startProviderStepUp, {
    authorize: (request) => authorizeUser(dependencies, startProviderStepUp, request),
    async handle({ authorized }) {
      if (!(await isLinked(db, oidc, authorized.userId))) throw notFound();
      const boundTo = bindingOf(authorized);
      const challenge = challenges.create({ purpose: 'sso_start', boundTo }, LINK_SECONDS);
      const link = Buffer.from(JSON.stringify({ boundTo, challenge })).toString('base64url');
      return { data: { url: `${baseUrl}${OAUTH_PATHS.confirm}?request=${link}` } };
    },
  });

  registerJsonOperation(app, finishProviderStepUp, {
    authorize: (request) => authorizeUser(dependencies, finishProviderStepUp, request),
    async handle({ authorized, body: { code } }) {
      const subject = { purpose: 'sso_code', boundTo: bindingOf(authorized) } as const;
      const isValid = await db.transaction((tx) => challenges.consume(tx, code, subject));
      if (!isValid) {
        throw errorResponse(422, {
          detail: "The confirmation wasn't accepted. Try again.",
          source: { pointer: '/code' },
        });
      }
      return { id_token: await idTokens.issue(authorized), expires_in: ID_TOKEN_SECONDS };
    },
  });
}

/** Sends a window to the provider, and from there back to the console. */
export function providerStepUpPages(app: FastifyInstance, dependencies: PageDependencies): void {
  app.get(OAUTH_PATHS.confirm, (request, reply) => sendToProvider(dependencies, request, reply));
  app.get(OAUTH_PATHS.confirmed, (request, reply) => sendToConsole(dependencies, request, reply));
}

async function sendToProvider(
  dependencies: PageDependencies,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { request: link } = request.query as { request?: unknown };
  const json = Buffer.from(String(link), 'base64url').toString();
  const { data } = linkSchema.safeParse(tryParseJson(json));
  const challenges = createPasskeyChallenges(dependencies);
  const isValid =
    data && challenges.isValid(data.challenge, { purpose: 'sso_start', boundTo: data.boundTo });
  if (!isValid) return endAt(dependencies, reply, { error: 'invalid' });
  const secret = issueBrowserSecret(request, reply, dependencies);
  try {
    const address = await dependencies.singleSignOn.start(
      { purpose: 'step_up', boundTo: data.boundTo },
      secret,
      { prompt: 'login', max_age: '0' },
    );
    return reply.redirect(address, 303);
  } catch (error) {
    return endAt(dependencies, reply, { error: errorOf(request, error) });
  }
}

async function sendToConsole(
  dependencies: PageDependencies,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const secret = readBrowserSecret(request, dependencies.publicUrl);
  try {
    const confirmed = await dependencies.singleSignOn.confirm(queryOf(request), secret ?? '');
    if ('error' in confirmed) return endAt(dependencies, reply, confirmed);
    const { boundTo } = confirmed;
    const challenges = createPasskeyChallenges(dependencies);
    const code = challenges.create({ purpose: 'sso_code', boundTo }, CODE_SECONDS);
    return endAt(dependencies, reply, { code });
  } catch (error) {
    return endAt(dependencies, reply, { error: errorOf(request, error) });
  }
}

function errorOf(request: FastifyRequest, error: unknown): StepUpError {
  if (!(error instanceof ProviderError)) throw error;
  request.log.warn({ reason: error.message }, 'confirming at the OpenID provider failed');
  return error.kind;
}

/** Ends the window at the console, with the result in the fragment, which reaches no server and no log. */
function endAt(
  { publicUrl }: PageDependencies,
  reply: FastifyReply,
  result: { code: string } | { error: StepUpError },
) {
  return reply.redirect(`${publicUrl}/step-up/callback#${new URLSearchParams({ ...result })}`, 303);
}

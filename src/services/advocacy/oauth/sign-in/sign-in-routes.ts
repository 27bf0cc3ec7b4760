import formbody from '@fastify/formbody';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CONSOLE_CLIENT_ID } from '#services/advocacy/oauth/clients/console-client.ts';
import { toOAuthError } from '#services/advocacy/oauth/oauth-error.ts';
import { OAUTH_PATHS } from '#services/advocacy/oauth/oauth-paths.ts';
import {
  chooseFactor,
  codeStepRoute,
  findCodeStep,
  restart,
  sendAgain,
  submitCode,
  submitPasskey,
} from './code-step.ts';
import {
  readFirstSignInCookie,
  readInvitationCookie,
  setInvitationCookie,
} from './cookies/first-sign-in-cookie.ts';
import { pageHeaders } from './page.ts';
import { submitPassword } from './password-step.ts';
import { findProviderRule } from './provider-rules.ts';
import { finishProvider, receiveCallback, startProvider } from './provider-step.ts';
import { finishSignIn, recordTyping, type SignIn } from './sign-in.ts';
import type { SignInInteraction } from './sign-in-interaction.ts';
import { sendCodePage, sendPasswordPage, sendSignInEnded } from './sign-in-responses.ts';

/** The sign-in pages: forms that work without JavaScript (decisions.md, 9 and 10). */
export async function signInRoutes(app: FastifyInstance, signIn: SignIn): Promise<void> {
  await app.register(formbody);
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const { status, headers } = toOAuthError(error);
    if (status >= 500 && status !== 503) request.log.error({ err: error }, 'failed');
    const { errorPages } = signIn;
    const page =
      status === 503 ? errorPages.unavailable(request.id) : errorPages.failed(request.id);
    return reply
      .code(status)
      .headers({ ...pageHeaders(), ...headers })
      .send(page);
  });
  const path = `${OAUTH_PATHS.signIn}/:uid`;

  app.get(path, (request, reply) => showCurrentStep(signIn, request, reply));
  app.post(path, (request, reply) => submitPassword(signIn, request, reply));
  app.post(`${path}/typed`, (request, reply) => handleTyping(signIn, request, reply));
  app.post(`${path}/passkey`, (request, reply) => submitPasskey(signIn, request, reply));
  app.post(`${path}/code`, codeStepRoute(signIn, submitCode));
  app.post(`${path}/factor`, codeStepRoute(signIn, chooseFactor));
  app.post(`${path}/send`, codeStepRoute(signIn, sendAgain));
  app.post(`${path}/restart`, codeStepRoute(signIn, restart));
  if (!signIn.dependencies.singleSignOn) return;
  app.get(`${path}/sso`, (request, reply) => startProvider(signIn, request, reply));
  app.get(`${path}/sso/finish`, (request, reply) => finishProvider(signIn, request, reply));
  app.get(OAUTH_PATHS.providerCallback, (request, reply) =>
    receiveCallback(signIn, request, reply),
  );
}

/** Of the script of the password step, at the first change of the form. */
async function handleTyping(signIn: SignIn, request: FastifyRequest, reply: FastifyReply) {
  const interaction = await signIn.interactions.find(request, reply);
  if (interaction && !interaction.secondStep)
    await recordTyping(signIn, request, reply, interaction);
  return reply.code(204).headers({ 'cache-control': 'no-store' }).send();
}

async function showCurrentStep(signIn: SignIn, request: FastifyRequest, reply: FastifyReply) {
  const interaction = await signIn.interactions.find(request, reply);
  if (!interaction) return sendSignInEnded(signIn, request, reply);
  const state = await findCodeStep(signIn, interaction);
  const last = signIn.stepErrors.find(request, reply);
  if (!state) {
    const user = last ? undefined : await findNewUser(signIn, request, interaction);
    if (user && (await findProviderRule(signIn, interaction, user)) === undefined)
      return finishSignIn(signIn, request, reply, { interaction, user, ways: ['password'] });
    const invitationId = last ? undefined : await findInvitationId(signIn, request);
    if (invitationId !== undefined) {
      // The link was on the invitation's page.
      setInvitationCookie(reply, signIn.dependencies, undefined);
      return startProvider(signIn, request, reply, invitationId);
    }
    const device = signIn.devices.findAny(request, reply);
    if (device !== undefined) await signIn.openSignIns.assign(interaction.uid, { device });
    const error = last?.step === 'password' ? last : undefined;
    return sendPasswordPage(signIn, reply, interaction, error);
  }
  const recovery = (request.query as { recovery?: unknown }).recovery === '1';
  const isOfThisForm = last?.step === 'code' && (last.recovery ?? false) === recovery;
  return sendCodePage(signIn, reply, state, { recovery, error: isOfThisForm ? last : undefined });
}

/** The user who has just set a password in this browser. Only the console signs them in by itself. */
async function findNewUser(
  { dependencies, consumeFirstSignIn }: SignIn,
  request: FastifyRequest,
  { clientId, notice }: SignInInteraction,
) {
  if (clientId !== CONSOLE_CLIENT_ID || notice !== undefined) return undefined;
  const token = readFirstSignInCookie(request, dependencies.publicUrl);
  return token === undefined ? undefined : consumeFirstSignIn(token);
}

/** The invitation whose page has sent this browser to the provider. */
async function findInvitationId(
  { dependencies, findInvitationId }: SignIn,
  request: FastifyRequest,
): Promise<number | undefined> {
  if (!dependencies.singleSignOn) return undefined;
  const token = readInvitationCookie(request, dependencies.publicUrl);
  return token ? findInvitationId(token) : undefined;
}

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ServiceDependencies } from '#services/advocacy/dependencies.ts';
import { CONSOLE_CLIENT_ID } from '#services/advocacy/oauth/clients/console-client.ts';
import { findClient } from '#services/advocacy/oauth/clients/oauth-clients.ts';
import { OAUTH_PATHS } from '#services/advocacy/oauth/oauth-paths.ts';
import type { UserRow } from '#services/advocacy/users/users-store.ts';
import { type CodeForm, codePage } from './code-page.ts';
import type { StepError } from './cookies/step-errors.ts';
import { formatWait, pageHeaders } from './page.ts';
import { type PasswordForm, passwordPage } from './password-page.ts';
import { PASSKEY_FACTOR, type SignInFactor } from './second-factors.ts';
import type { SignIn } from './sign-in.ts';
import type { SignInInteraction } from './sign-in-interaction.ts';

/** State of the second step: the sign-in and the factors to choose from (decisions.md, 10). */
export interface CodeStepState {
  interaction: SignInInteraction;
  user: UserRow;
  factor: SignInFactor;
  otherFactors: SignInFactor[];
  hasRecoveryCodes: boolean;
  /** When another code can be sent, in ms; null for factors without sent codes. */
  retryAt: number | null;
}

export async function sendPasswordPage(
  signIn: SignIn,
  reply: FastifyReply,
  { uid, address, clientId, redirectUri, loginHint, notice, pendingLink }: SignInInteraction,
  error: StepError | undefined,
) {
  const { dependencies, assets } = signIn;
  const client = await findClient(dependencies.db, clientId);
  const message = prepareError(signIn, reply, error);
  const form: PasswordForm = {
    action: address,
    clientName: client?.name ?? clientId,
    email: error?.email ?? pendingLink?.email ?? loginHint,
    provider: dependencies.oidc,
    linkedEmail: pendingLink?.email,
    forgotPassword: `${new URL(dependencies.baseUrl).pathname}${OAUTH_PATHS.forgotPassword}?sign_in=${uid}`,
    notice: message ? undefined : notice,
    passkeyOptions: await dependencies.passkeys.requestOptions({
      purpose: 'sign_in',
      boundTo: uid,
    }),
    error: message === undefined ? undefined : { field: error?.field, message },
  };
  return reply
    .headers(pageHeaders({ redirectUri, hasScript: true }))
    .send(passwordPage(assets, form));
}

export async function sendCodePage(
  signIn: SignIn,
  reply: FastifyReply,
  { interaction, user, retryAt, ...factors }: CodeStepState,
  { recovery, error }: Pick<CodeForm, 'recovery'> & { error: StepError | undefined },
) {
  const { dependencies, assets } = signIn;
  const message = prepareError(signIn, reply, error);
  const isPasskey = factors.factor.id === PASSKEY_FACTOR.id;
  const use = { purpose: 'second_step', boundTo: interaction.uid, userId: user.id } as const;
  const passkeyOptions = isPasskey ? await dependencies.passkeys.requestOptions(use) : undefined;
  return reply.headers(pageHeaders({ redirectUri: interaction.redirectUri, hasScript: true })).send(
    codePage(assets, {
      ...factors,
      passkeyOptions,
      error: message,
      recovery: recovery && factors.hasRecoveryCodes,
      address: interaction.address,
      email: user.email,
      sendAgainSeconds:
        retryAt === null ? undefined : secondsUntil(dependencies, new Date(retryAt)),
    }),
  );
}

/** Rejects a form: redirects to its page, which shows the error. */
export function rejectStep(
  { stepErrors, dependencies }: SignIn,
  request: FastifyRequest,
  reply: FastifyReply,
  { address }: SignInInteraction,
  error: StepError,
) {
  stepErrors.set(request, reply, address, error);
  if (error.waitUntil !== undefined) setRetryAfter(dependencies, reply, new Date(error.waitUntil));
  const isRecovery = error.step === 'code' && error.recovery;
  return reply.redirect(isRecovery ? `${address}?recovery=1` : address, 303);
}

/**
 * Sets the status for an error, if it still applies.
 * @returns its message
 */
function prepareError(
  { dependencies }: SignIn,
  reply: FastifyReply,
  error: StepError | undefined,
): string | undefined {
  if (!error) return undefined;
  if (error.waitUntil === undefined) {
    reply.code(422);
    return error.message;
  }
  const until = new Date(error.waitUntil);
  if (until <= dependencies.clock.now()) return undefined;
  reply.code(429);
  return tooManyAttempts({ dependencies }, reply, until);
}

/**
 * Responds to a browser without a sign-in in progress. One that completed its sign-in to the console,
 * and went back, is sent there.
 */
export function sendSignInEnded(
  { dependencies, errorPages, interactions }: SignIn,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  if (interactions.findCompletedClient(request, reply) === CONSOLE_CLIENT_ID) {
    return reply.redirect(`${dependencies.publicUrl}/`, 303);
  }
  return reply
    .code(400)
    .headers(pageHeaders())
    .send(errorPages.signInEnded(request.id, request.headers.cookie));
}

/** Sets `Retry-After` and returns the message for the page. */
export function tooManyAttempts(
  { dependencies }: { dependencies: Pick<ServiceDependencies, 'clock'> },
  reply: FastifyReply,
  until: Date,
): string {
  return `Too many attempts. Try again in ${formatWait(setRetryAfter(dependencies, reply, until))}.`;
}

/** @returns the seconds */
function setRetryAfter(
  dependencies: Pick<ServiceDependencies, 'clock'>,
  reply: FastifyReply,
  until: Date,
): number {
  const seconds = Math.max(1, secondsUntil(dependencies, until));
  reply.header('retry-after', seconds);
  return seconds;
}

function secondsUntil({ clock }: Pick<ServiceDependencies, 'clock'>, time: Date): number {
  return Math.max(0, Math.ceil((time.getTime() - clock.now().getTime()) / 1000));
}

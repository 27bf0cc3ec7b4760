import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ServiceDependencies } from '#services/advocacy/dependencies.ts';
import { findClient } from '#services/advocacy/oauth/clients/oauth-clients.ts';
import { OAUTH_PATHS } from '#services/advocacy/oauth/oauth-paths.ts';
import type { UserRow } from '#services/advocacy/users/users-store.ts';
import { type CodeForm, codePage } from './code-page.ts';
import { pageHeaders } from './page.ts';
import { type PasswordForm, passwordPage } from './password-page.ts';
import type { SignInFactor } from './second-factors.ts';
import type { SignIn } from './sign-in.ts';
import type { SignInInteraction } from './sign-in-interaction.ts';

/** A sign-in whose password step is done, and the user's second factors (decisions.md, 10). */
export interface CodeStepState {
  interaction: SignInInteraction;
  user: UserRow;
  factor: SignInFactor;
  otherFactors: SignInFactor[];
  hasRecoveryCodes: boolean;
  /** When another code can be sent, in ms; null for factors without sent codes. */
  retryAt: number | null;
}

/** Sends the password step, empty or with an error. */
export async function sendPasswordPage(
  { dependencies, assets }: SignIn,
  reply: FastifyReply,
  { address, clientId, redirectUri }: SignInInteraction,
  { status, ...form }: { status: number } & Pick<PasswordForm, 'email' | 'error'>,
) {
  const client = await findClient(dependencies.db, clientId);
  return reply
    .code(status)
    .headers(pageHeaders(redirectUri))
    .send(
      passwordPage(assets, {
        ...form,
        action: address,
        clientName: client?.name ?? clientId,
        forgotPassword: `${new URL(dependencies.baseUrl).pathname}${OAUTH_PATHS.forgotPassword}`,
      }),
    );
}

/** Sends the code step, empty or with an error. */
export function sendCodePage(
  { dependencies, assets }: SignIn,
  reply: FastifyReply,
  { interaction, user, retryAt, ...factors }: CodeStepState,
  { status, recovery, error }: { status: number } & Pick<CodeForm, 'recovery' | 'error'>,
) {
  return reply
    .code(status)
    .headers(pageHeaders(interaction.redirectUri))
    .send(
      codePage(assets, {
        ...factors,
        error,
        recovery: recovery && factors.hasRecoveryCodes,
        address: interaction.address,
        email: user.email,
        sendAgainSeconds:
          retryAt === null ? undefined : secondsUntil(dependencies, new Date(retryAt)),
      }),
    );
}

/** Sends the page for a browser without a sign-in in progress. */
export function sendSignInEnded(
  { errorPages }: SignIn,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  return reply.code(400).headers(pageHeaders()).send(errorPages.signInEnded(request.id));
}

/** Sets `Retry-After` and returns the message for the page. */
export function tooManyAttempts(
  { dependencies }: { dependencies: Pick<ServiceDependencies, 'clock'> },
  reply: FastifyReply,
  until: Date,
): string {
  const seconds = Math.max(1, secondsUntil(dependencies, until));
  reply.header('retry-after', seconds);
  return `Too many attempts. Try again in ${formatWait(seconds)}.`;
}

/** Minutes, or hours if more than 120 minutes. */
function formatWait(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  if (minutes === 1) return '1 minute';
  return minutes <= 120 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
}

function secondsUntil({ clock }: Pick<ServiceDependencies, 'clock'>, time: Date): number {
  return Math.max(0, Math.ceil((time.getTime() - clock.now().getTime()) / 1000));
}

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AdvocacyDependencies } from '#services/advocacy/dependencies.ts';
import { findClient } from '#services/advocacy/oauth/clients/oauth-clients.ts';
import { type CodeForm, codePage } from './code-page.ts';
import type { SecondStepState } from './code-step.ts';
import { pageHeaders } from './page.ts';
import { type PasswordForm, passwordPage } from './password-page.ts';
import type { SignIn } from './sign-in.ts';
import type { SignInInteraction } from './sign-in-interaction.ts';

interface PasswordResponse {
  status: number;
  email: string;
  problem?: PasswordForm['error'];
}

/** Shows the first step, empty or with what is wrong. */
export async function sendPasswordPage(
  { dependencies, assets }: SignIn,
  reply: FastifyReply,
  { address, clientId, redirectUri }: SignInInteraction,
  { status, ...form }: PasswordResponse,
) {
  const client = await findClient(dependencies.db, clientId);
  return reply
    .code(status)
    .headers(pageHeaders(redirectUri))
    .send(passwordPage(assets, { ...form, action: address, clientName: client?.name ?? clientId }));
}

/** Shows the second step, empty or with what is wrong. */
export function sendCodePage(
  { dependencies, assets }: SignIn,
  reply: FastifyReply,
  { interaction, user, factor, others, hasRecoveryCodes, retryAt }: SecondStepState,
  { status, recovery, error }: { status: number } & Pick<CodeForm, 'recovery' | 'error'>,
) {
  return reply
    .code(status)
    .headers(pageHeaders(interaction.redirectUri))
    .send(
      codePage(assets, {
        error,
        recovery: recovery && hasRecoveryCodes,
        hasRecoveryCodes,
        address: interaction.address,
        email: user.email,
        factor,
        others,
        sendAgainIn: retryAt === null ? undefined : secondsUntil(dependencies, new Date(retryAt)),
      }),
    );
}

/** Tells that there is no sign-in under way in this browser. */
export function sendSignInEnded(
  { errorPages }: SignIn,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  return reply.code(400).headers(pageHeaders()).send(errorPages.signInEnded(request.id));
}

/** Tells how long to wait after too many wrong passwords or codes: for the page, and in `Retry-After`. */
export function tooManyAttempts(
  { dependencies }: SignIn,
  reply: FastifyReply,
  until: Date,
  what: 'passwords' | 'codes',
): string {
  const seconds = Math.max(1, secondsUntil(dependencies, until));
  reply.header('retry-after', seconds);
  return `Too many wrong ${what} from here. Try again in ${formatWait(seconds)}.`;
}

/** A wait as people say it: minutes, or hours where it is more than two of them. */
function formatWait(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  if (minutes === 1) return '1 minute';
  return minutes <= 120 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
}

function secondsUntil({ clock }: AdvocacyDependencies, moment: Date): number {
  return Math.max(0, Math.ceil((moment.getTime() - clock.now().getTime()) / 1000));
}

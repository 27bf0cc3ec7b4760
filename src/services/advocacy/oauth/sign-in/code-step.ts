import type { FastifyReply, FastifyRequest } from 'fastify';
import { findUser, type UserRow } from '#services/advocacy/users/users-store.ts';
import type { SignInFactor } from './second-factors.ts';
import { attemptSource, finishSignIn, formField, requestFactor, type SignIn } from './sign-in.ts';
import type { SignInInteraction } from './sign-in-interaction.ts';
import { sendCodePage, sendSignInEnded, tooManyAttempts } from './sign-in-responses.ts';
import { sendGuessingWarning } from './throttle/guessing-warning.ts';
import type { SignInAttempt } from './throttle/sign-in-throttle.ts';

/** A person whose password was right, and what they can prove themselves by (decisions.md, 10). */
export interface SecondStepState {
  interaction: SignInInteraction;
  user: UserRow;
  factor: SignInFactor;
  others: SignInFactor[];
  /** Whether a recovery code is left that can stand in. */
  hasRecoveryCodes: boolean;
  /** When another code can be sent, in ms; null where the factor takes none. */
  retryAt: number | null;
}

/** @returns undefined where the first step is still to be done, or has to be done again. */
export async function findSecondStep(
  { dependencies }: SignIn,
  interaction: SignInInteraction,
): Promise<SecondStepState | undefined> {
  const { secondStep: step } = interaction;
  const user = step && (await findUser(dependencies.db, step.userId));
  if (!user) return undefined;
  const factors = await dependencies.secondFactors.listForSignIn(user.id);
  const factor = factors.find(({ id }) => id === step.factorId);
  if (!factor) return undefined;
  const others = factors.filter(({ id }) => id !== factor.id);
  const hasRecoveryCodes = await dependencies.secondFactors.hasRecoveryCodes(user.id);
  return { interaction, user, factor, others, hasRecoveryCodes, retryAt: step.retryAt };
}

type SecondStepHandler = (
  signIn: SignIn,
  request: FastifyRequest,
  reply: FastifyReply,
  state: SecondStepState,
) => Promise<unknown>;

/** A route of the second step; without one under way it shows what there is instead. */
export function secondStepRoute(signIn: SignIn, handler: SecondStepHandler) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const interaction = await signIn.interactions.find(request, reply);
    if (!interaction) return sendSignInEnded(signIn, request, reply);
    const state = await findSecondStep(signIn, interaction);
    return state
      ? handler(signIn, request, reply, state)
      : reply.redirect(interaction.address, 303);
  };
}

/** Takes a code of the factor that is asked for, or a recovery code. */
export const submitCode: SecondStepHandler = async (signIn, request, reply, state) => {
  const { dependencies, throttle } = signIn;
  const { user, factor } = state;
  const recovery = formField(request, 'recovery') === '1';
  const code = formField(request, 'code').trim();
  const refuse = (status: number, error: string) =>
    sendCodePage(signIn, reply, state, { status, recovery, error });
  const refuseUntil = (until: Date) => refuse(429, tooManyAttempts(signIn, reply, until, 'codes'));

  if (code === '') return refuse(422, 'Enter the code.');
  const source = attemptSource(signIn, request, reply, user.id);
  const attempt: SignInAttempt = { step: 'code', subject: String(user.id), source };
  const { waitUntil, startsAttack } = await throttle.recordAttempt(attempt);
  if (waitUntil) return refuseUntil(waitUntil);
  if (!(await dependencies.secondFactors.verify(user.id, factor.id, code))) {
    if (startsAttack) await sendGuessingWarning(dependencies, user.email);
    return refuse(
      422,
      `The code is wrong or has expired.${recovery ? ' Each recovery code works once.' : ''}`,
    );
  }
  await throttle.recordSuccess(attempt);
  return finishSignIn(signIn, request, reply, user.id);
};

/** Asks for another of the person's factors. */
export const chooseFactor: SecondStepHandler = async (signIn, request, reply, state) => {
  const { interaction, user, others, factor } = state;
  const chosen = others.find(({ id }) => String(id) === formField(request, 'factor_id')) ?? factor;
  await requestFactor(signIn, request, reply, user.id, chosen);
  return reply.redirect(interaction.address, 303);
};

/** Sends another code, unless the 30 seconds are not over: the page then says how long to wait. */
export const sendAgain: SecondStepHandler = async (
  signIn,
  request,
  reply,
  { interaction, user, factor },
) => {
  await requestFactor(signIn, request, reply, user.id, factor);
  return reply.redirect(interaction.address, 303);
};

/** Goes back to the first step. */
export const restart: SecondStepHandler = async (
  { interactions },
  request,
  reply,
  { interaction },
) => {
  await interactions.saveSecondStep(request, reply);
  return reply.redirect(interaction.address, 303);
};

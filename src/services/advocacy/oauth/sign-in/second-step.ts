import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SignInFactor } from '#services/advocacy/authentication-factors/second-factors.ts';
import { findPerson, type Person } from '#services/advocacy/users/users-store.ts';
import { askForFactor, fieldOf, finishSignIn, type SignIn, sourceOf } from './sign-in.ts';
import type { SignInInteraction } from './sign-in-interaction.ts';
import { askToWait, sendCodePage, sendEnded } from './sign-in-responses.ts';
import { warnOfGuessing } from './throttle/guessing-warning.ts';
import type { SignInAttempt } from './throttle/sign-in-throttle.ts';

/** A person whose password was right, and what they can prove themselves by (decisions.md, 10). */
export interface SecondStepState {
  interaction: SignInInteraction;
  person: Person;
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
  const person = step && (await findPerson(dependencies.db, step.userId));
  if (!person) return undefined;
  const factors = await dependencies.secondFactors.listForSignIn(person.id);
  const factor = factors.find(({ id }) => id === step.factorId);
  if (!factor) return undefined;
  const others = factors.filter(({ id }) => id !== factor.id);
  const hasRecoveryCodes = await dependencies.secondFactors.hasRecoveryCodes(person.id);
  return { interaction, person, factor, others, hasRecoveryCodes, retryAt: step.retryAt };
}

type Act = (
  signIn: SignIn,
  request: FastifyRequest,
  reply: FastifyReply,
  state: SecondStepState,
) => Promise<unknown>;

/** A route of the second step; without one under way it shows what there is instead. */
export function secondStepRoute(signIn: SignIn, act: Act) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const interaction = await signIn.interactions.find(request, reply);
    if (!interaction) return sendEnded(signIn, request, reply);
    const state = await findSecondStep(signIn, interaction);
    return state ? act(signIn, request, reply, state) : reply.redirect(interaction.address, 303);
  };
}

/** Takes a code of the factor that is asked for, or a recovery code. */
export const takeCode: Act = async (signIn, request, reply, state) => {
  const { dependencies, throttle } = signIn;
  const { person, factor } = state;
  const recovery = fieldOf(request, 'recovery') === '1';
  const code = fieldOf(request, 'code').trim();
  const refuse = (status: number, problem: string) =>
    sendCodePage(signIn, reply, state, { status, recovery, problem });
  const refuseUntil = (until: Date) => refuse(429, askToWait(signIn, reply, until, 'codes'));

  if (code === '') return refuse(422, 'Enter the code.');
  const source = sourceOf(signIn, request, reply, person.id);
  const attempt: SignInAttempt = { step: 'code', subject: String(person.id), source };
  const { waitUntil, isLastFree } = await throttle.begin(attempt);
  if (waitUntil) return refuseUntil(waitUntil);
  if (!(await dependencies.secondFactors.verify(person.id, factor.id, code))) {
    if (isLastFree) await warnOfGuessing(dependencies, person.email);
    return refuse(
      422,
      `The code is wrong or has expired.${recovery ? ' Each recovery code works once.' : ''}`,
    );
  }
  await throttle.forgive(attempt);
  return finishSignIn(signIn, request, reply, person.id);
};

/** Asks for another of the person's factors. */
export const chooseFactor: Act = async (signIn, request, reply, state) => {
  const { interaction, person, others, factor } = state;
  const chosen = others.find(({ id }) => String(id) === fieldOf(request, 'factor_id')) ?? factor;
  await askForFactor(signIn, request, reply, person.id, chosen);
  return reply.redirect(interaction.address, 303);
};

/** Sends another code, unless the 30 seconds are not over: the page then says how long to wait. */
export const sendAgain: Act = async (signIn, request, reply, { interaction, person, factor }) => {
  await askForFactor(signIn, request, reply, person.id, factor);
  return reply.redirect(interaction.address, 303);
};

/** Goes back to the first step. */
export const restart: Act = async ({ interactions }, request, reply, { interaction }) => {
  await interactions.keepSecondStep(request, reply);
  return reply.redirect(interaction.address, 303);
};

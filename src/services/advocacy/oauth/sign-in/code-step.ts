import type { FastifyReply, FastifyRequest } from 'fastify';
import { findUser } from '#services/advocacy/users/users-store.ts';
import { tryParseJson } from '#services/platform/try-parse-json.ts';
import type { StepError } from './cookies/step-errors.ts';
import { findProviderRule } from './provider-rules.ts';
import { oldestFactorId } from './second-factors.ts';
import {
  attemptSource,
  finishSignIn,
  formField,
  listSecondSteps,
  recordFailure,
  requestFactor,
  type SignIn,
} from './sign-in.ts';
import { isUnchanged, type SignInInteraction } from './sign-in-interaction.ts';
import { type CodeStepState, rejectStep, sendSignInEnded } from './sign-in-responses.ts';
import type { SignInAttempt } from './throttle/sign-in-throttle.ts';

/** @returns undefined when the password step has to be done first, or again */
export async function findCodeStep(
  { dependencies }: SignIn,
  interaction: SignInInteraction,
): Promise<CodeStepState | undefined> {
  const { secondStep: step } = interaction;
  const user = step && (await findUser(dependencies.db, step.userId));
  if (!user || !isUnchanged(user, step)) return undefined;
  const factors = await listSecondSteps(dependencies, user.id);
  const factor = factors.find(({ id }) => id === step.factorId);
  if (!factor) return undefined;
  const otherFactors = factors.filter(({ id }) => id !== factor.id);
  const hasRecoveryCodes = await dependencies.secondFactors.hasRecoveryCodes(user.id);
  return { interaction, user, factor, otherFactors, hasRecoveryCodes, retryAt: step.retryAt };
}

type CodeStepHandler = (
  signIn: SignIn,
  request: FastifyRequest,
  reply: FastifyReply,
  state: CodeStepState,
) => Promise<unknown>;

/** A route of the code step. Without a code step in progress, it redirects to the current step. */
export function codeStepRoute(signIn: SignIn, handler: CodeStepHandler) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const interaction = await signIn.interactions.find(request, reply);
    if (!interaction) return sendSignInEnded(signIn, request, reply);
    const state = await findCodeStep(signIn, interaction);
    return state
      ? handler(signIn, request, reply, state)
      : reply.redirect(interaction.address, 303);
  };
}

/** Verifies a code of the requested factor, or a recovery code. */
export const submitCode: CodeStepHandler = async (signIn, request, reply, state) => {
  const { dependencies, devices, throttle } = signIn;
  const { interaction, user, factor, otherFactors } = state;
  const recovery = formField(request, 'recovery') === '1';
  const code = formField(request, 'code').trim();
  const reject = (error: Pick<StepError, 'message' | 'waitUntil'>) =>
    rejectStep(signIn, request, reply, interaction, { step: 'code', recovery, ...error });

  if (code === '') return reject({ message: 'Enter the code.' });
  const oldestId = oldestFactorId([factor, ...otherFactors]);
  const device = devices.findForCode(request, reply, user, oldestId);
  const source = attemptSource(request, device);
  const attempt: SignInAttempt = { step: 'code', subject: String(user.id), source };
  const { waitUntil, startsAttack, startsWait } = await throttle.recordAttempt(attempt);
  if (startsWait) recordFailure(signIn, reply, user, 'sign_in.lock');
  if (waitUntil) return reject({ message: '', waitUntil: waitUntil.getTime() });
  const way = await dependencies.secondFactors.verify(user.id, factor.id, code);
  if (!way) {
    recordFailure(signIn, reply, user, 'sign_in.failure');
    if (startsAttack) await sendGuessingWarning(signIn, user.email);
    const hint = recovery ? ' Each recovery code works once.' : '';
    return reject({ message: `The code is wrong or has expired.${hint}` });
  }
  await throttle.recordSuccess(attempt);
  return finishSignIn(signIn, request, reply, {
    interaction,
    user,
    ways: ['password', way],
    oldestFactorId: oldestId,
  });
};

/** Warns a user that someone who knows their password is guessing codes. */
async function sendGuessingWarning(
  { dependencies: { db, messages } }: SignIn,
  email: string,
): Promise<void> {
  await messages.enqueue(db, {
    channel: 'email',
    to: email,
    subject: 'Someone may know your Patron password',
    text:
      `Someone who knows your password entered many wrong codes while signing in as ${email}. ` +
      'For one day, codes only work in browsers you have signed in from before.\n\n' +
      "If this wasn't you, change your password and contact your Patron administrator.",
  });
}

export const chooseFactor: CodeStepHandler = async (signIn, request, reply, state) => {
  const { interaction, user, otherFactors, factor } = state;
  const chosen =
    otherFactors.find(({ id }) => String(id) === formField(request, 'factor_id')) ?? factor;
  signIn.stepErrors.clear(request, reply, interaction.address);
  await requestFactor(signIn, request, reply, { interaction, user, factor: chosen });
  return reply.redirect(interaction.address, 303);
};

/** Sends another code. Within 30 seconds it sends none, and the page shows the remaining time. */
export const sendAgain: CodeStepHandler = async (
  signIn,
  request,
  reply,
  { interaction, user, factor },
) => {
  signIn.stepErrors.clear(request, reply, interaction.address);
  await requestFactor(signIn, request, reply, { interaction, user, factor });
  return reply.redirect(interaction.address, 303);
};

/** Returns to the password step, for anybody. */
export const restart: CodeStepHandler = async (
  { interactions, stepErrors },
  request,
  reply,
  { interaction },
) => {
  stepErrors.clear(request, reply, interaction.address);
  await interactions.savePendingLink(request, reply, interaction);
  return reply.redirect(interaction.address, 303);
};

/** Signs in with a passkey: by it alone, or as the second step after the password. */
export async function submitPasskey(signIn: SignIn, request: FastifyRequest, reply: FastifyReply) {
  const { dependencies, interactions } = signIn;
  const interaction = await interactions.find(request, reply);
  if (!interaction) return sendSignInEnded(signIn, request, reply);
  const second = await findCodeStep(signIn, interaction);
  const owner = await dependencies.passkeys.verify(
    tryParseJson(formField(request, 'credential')),
    second
      ? { purpose: 'second_step', boundTo: interaction.uid, userId: second.user.id }
      : { purpose: 'sign_in', boundTo: interaction.uid },
  );
  if (!owner) {
    recordFailure(signIn, reply, second?.user, 'sign_in.failure');
    return rejectStep(signIn, request, reply, interaction, {
      step: second ? 'code' : 'password',
      message: "The passkey wasn't accepted. Try again, or choose another way.",
    });
  }
  const rule = await findProviderRule(signIn, interaction, owner);
  if (rule !== undefined) {
    return rejectStep(signIn, request, reply, interaction, { step: 'password', message: rule });
  }
  const factors = await dependencies.secondFactors.listForSignIn(owner.id);
  return finishSignIn(signIn, request, reply, {
    interaction,
    // As read before the second step: a change since then ends the sign-in.
    user: second?.user ?? owner,
    ways: second ? ['password', 'passkey'] : ['passkey'],
    oldestFactorId: oldestFactorId(factors),
  });
}

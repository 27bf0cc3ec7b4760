import type { FastifyReply, FastifyRequest } from 'fastify';
import { PASSWORD_MAX_LENGTH } from '#contract/account/password.ts';
import { findUserByEmail } from '#services/advocacy/users/users-store.ts';
import { verifyPassword } from '#services/platform/secrets/password.ts';
import type { StepError } from './cookies/step-errors.ts';
import { findProviderRule } from './provider-rules.ts';
import {
  attemptSource,
  finishSignIn,
  formField,
  listSecondSteps,
  recordFailure,
  recordTyping,
  requestFactor,
  type SignIn,
} from './sign-in.ts';
import { rejectStep, sendSignInEnded } from './sign-in-responses.ts';
import { ipNetwork } from './throttle/ip-network.ts';
import { inPasswordQueue } from './throttle/password-queue.ts';
import type { SignInAttempt } from './throttle/sign-in-throttle.ts';

/** Handles the form with email and password. An unknown email takes as long as a wrong password. */
export async function submitPassword(signIn: SignIn, request: FastifyRequest, reply: FastifyReply) {
  const { dependencies, interactions, stepErrors } = signIn;
  const interaction = await interactions.find(request, reply);
  if (!interaction) return sendSignInEnded(signIn, request, reply);
  await recordTyping(signIn, request, reply, interaction);
  const email = formField(request, 'email').trim();
  const password = formField(request, 'password');

  const reject = (error: Omit<StepError, 'step' | 'email'>) =>
    rejectStep(signIn, request, reply, interaction, { step: 'password', email, ...error });

  if (email === '') return reject({ field: 'email', message: 'Enter your email.' });
  if (password === '') return reject({ field: 'password', message: 'Enter your password.' });

  const { user, waitUntil } = await inPasswordQueue(ipNetwork(request.ip), () =>
    checkPassword(signIn, request, reply, { email, password }),
  );
  if (waitUntil) return reject({ field: 'password', message: '', waitUntil: waitUntil.getTime() });
  if (!user) return reject({ field: 'password', message: 'The email or password is wrong.' });
  const rule = await findProviderRule(signIn, interaction, user);
  if (rule !== undefined) return reject({ message: rule });

  stepErrors.clear(request, reply, interaction.address);
  const [factor] = await listSecondSteps(dependencies, user.id);
  if (!factor)
    return finishSignIn(signIn, request, reply, { interaction, user, ways: ['password'] });
  await requestFactor(signIn, request, reply, { interaction, user, factor });
  return reply.redirect(interaction.address, 303);
}

/** @returns the user if the password is right, or until when nothing may be checked */
async function checkPassword(
  signIn: SignIn,
  request: FastifyRequest,
  reply: FastifyReply,
  { email, password }: { email: string; password: string },
) {
  const { dependencies, devices, throttle } = signIn;
  const user = await findUserByEmail(dependencies.db, email);
  const device = user && devices.findForPassword(request, reply, user);
  const attempt: SignInAttempt = {
    step: 'password',
    // By id, because an address can be written in several ways.
    subject: user ? `user ${user.id}` : email,
    source: attemptSource(request, device),
  };
  const { waitUntil, startsWait } = await throttle.recordAttempt(attempt);
  if (startsWait) recordFailure(signIn, reply, user, 'sign_in.lock');
  if (waitUntil) return { waitUntil };
  const isCorrect =
    password.length <= PASSWORD_MAX_LENGTH && (await verifyPassword(user?.passwordHash, password));
  if (!isCorrect || !user) {
    recordFailure(signIn, reply, user, 'sign_in.failure');
    return {};
  }
  await throttle.recordSuccess(attempt);
  return { user };
}

import type { FastifyReply, FastifyRequest } from 'fastify';
import { PASSWORD_MAX_LENGTH } from '#contract/account/password.ts';
import { findUserByEmail } from '#services/advocacy/users/users-store.ts';
import { verifyPassword } from '#services/platform/secrets/password.ts';
import type { PasswordForm } from './password-page.ts';
import { attemptSource, finishSignIn, formField, requestFactor, type SignIn } from './sign-in.ts';
import { sendPasswordPage, sendSignInEnded, tooManyAttempts } from './sign-in-responses.ts';
import type { SignInAttempt } from './throttle/sign-in-throttle.ts';

/** Handles the form with email and password. An unknown email takes as long as a wrong password. */
export async function submitPassword(signIn: SignIn, request: FastifyRequest, reply: FastifyReply) {
  const { dependencies, interactions, throttle } = signIn;
  const interaction = await interactions.find(request, reply);
  if (!interaction) return sendSignInEnded(signIn, request, reply);
  const email = formField(request, 'email').trim();
  const password = formField(request, 'password');

  const reject = (status: number, field: 'email' | 'password', message: string) => {
    const error: PasswordForm['error'] = { field, message };
    return sendPasswordPage(signIn, reply, interaction, { status, email, error });
  };

  if (email === '') return reject(422, 'email', 'Enter your email.');
  if (password === '') return reject(422, 'password', 'Enter your password.');

  const user = await findUserByEmail(dependencies.db, email);
  const source = attemptSource(signIn, request, reply, user?.id);
  const attempt: SignInAttempt = { step: 'password', subject: email, source };
  const { waitUntil } = await throttle.recordAttempt(attempt);
  if (waitUntil) return reject(429, 'password', tooManyAttempts(signIn, reply, waitUntil));

  const isCorrect =
    password.length <= PASSWORD_MAX_LENGTH && (await verifyPassword(user?.passwordHash, password));
  if (!isCorrect || !user) return reject(422, 'password', 'The email or password is wrong.');
  await throttle.recordSuccess(attempt);

  const [factor] = await dependencies.secondFactors.listForSignIn(user.id);
  if (!factor) return finishSignIn(signIn, request, reply, user.id);
  await requestFactor(signIn, request, reply, user.id, factor);
  return reply.redirect(interaction.address, 303);
}

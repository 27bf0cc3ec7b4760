import type { FastifyReply, FastifyRequest } from 'fastify';
import { findUserByEmail } from '#services/advocacy/users/users-store.ts';
import { PASSWORD_MAX_LENGTH, verifyPassword } from '#services/platform/secrets/password.ts';
import type { PasswordForm } from './password-page.ts';
import { attemptSource, finishSignIn, formField, requestFactor, type SignIn } from './sign-in.ts';
import { sendPasswordPage, sendSignInEnded, tooManyAttempts } from './sign-in-responses.ts';
import type { SignInAttempt } from './throttle/sign-in-throttle.ts';

/** Takes the form with email and password. An unknown email costs the time of a wrong password. */
export async function submitPassword(signIn: SignIn, request: FastifyRequest, reply: FastifyReply) {
  const { dependencies, interactions, throttle } = signIn;
  const interaction = await interactions.find(request, reply);
  if (!interaction) return sendSignInEnded(signIn, request, reply);
  const email = formField(request, 'email').trim();
  const password = formField(request, 'password');

  const refuse = (status: number, field: 'email' | 'password', message: string) => {
    const problem: PasswordForm['error'] = { field, message };
    return sendPasswordPage(signIn, reply, interaction, { status, email, problem });
  };
  const refuseUntil = (until: Date) =>
    refuse(429, 'password', tooManyAttempts(signIn, reply, until, 'passwords'));

  if (email === '') return refuse(422, 'email', 'Enter your email.');
  if (password === '') return refuse(422, 'password', 'Enter your password.');

  const person = await findUserByEmail(dependencies.db, email);
  const source = attemptSource(signIn, request, reply, person?.id);
  const attempt: SignInAttempt = { step: 'password', subject: email, source };
  const { waitUntil } = await throttle.recordAttempt(attempt);
  if (waitUntil) return refuseUntil(waitUntil);

  const isRight =
    password.length <= PASSWORD_MAX_LENGTH &&
    (await verifyPassword(person?.passwordHash, password));
  if (!isRight || !person) return refuse(422, 'password', 'The email or the password is wrong.');
  await throttle.recordSuccess(attempt);

  const [factor] = await dependencies.secondFactors.listForSignIn(person.id);
  if (!factor) return finishSignIn(signIn, request, reply, person.id);
  await requestFactor(signIn, request, reply, person.id, factor);
  return reply.redirect(interaction.address, 303);
}

import type { FastifyReply, FastifyRequest } from 'fastify';
import { findPersonByEmail } from '#services/advocacy/users/users-store.ts';
import { PASSWORD_MAX_LENGTH, verifyPassword } from '#services/platform/secrets/password.ts';
import type { PasswordForm } from './password-page.ts';
import { askForFactor, fieldOf, finishSignIn, type SignIn, sourceOf } from './sign-in.ts';
import { askToWait, sendEnded, sendPasswordPage } from './sign-in-responses.ts';
import type { SignInAttempt } from './throttle/sign-in-throttle.ts';

/** Takes the form with email and password. An unknown email costs the time of a wrong password. */
export async function takePassword(signIn: SignIn, request: FastifyRequest, reply: FastifyReply) {
  const { dependencies, interactions, throttle } = signIn;
  const interaction = await interactions.find(request, reply);
  if (!interaction) return sendEnded(signIn, request, reply);
  const email = fieldOf(request, 'email').trim();
  const password = fieldOf(request, 'password');

  const refuse = (status: number, field: 'email' | 'password', message: string) => {
    const problem: PasswordForm['problem'] = { field, message };
    return sendPasswordPage(signIn, reply, interaction, { status, email, problem });
  };
  const refuseUntil = (until: Date) =>
    refuse(429, 'password', askToWait(signIn, reply, until, 'passwords'));

  if (email === '') return refuse(422, 'email', 'Enter your email.');
  if (password === '') return refuse(422, 'password', 'Enter your password.');

  const person = await findPersonByEmail(dependencies.db, email);
  const source = sourceOf(signIn, request, reply, person?.id);
  const attempt: SignInAttempt = { step: 'password', subject: email, source };
  const { waitUntil } = await throttle.begin(attempt);
  if (waitUntil) return refuseUntil(waitUntil);

  const isRight =
    password.length <= PASSWORD_MAX_LENGTH &&
    (await verifyPassword(person?.passwordHash, password));
  if (!isRight || !person) return refuse(422, 'password', 'The email or the password is wrong.');
  await throttle.forgive(attempt);

  const [factor] = await dependencies.secondFactors.listForSignIn(person.id);
  if (!factor) return finishSignIn(signIn, request, reply, person.id);
  await askForFactor(signIn, request, reply, person.id, factor);
  return reply.redirect(interaction.address, 303);
}

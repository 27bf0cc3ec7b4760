import type { AdvocacyDependencies } from '#services/advocacy/dependencies.ts';

/** Tells a person by e-mail that somebody who has their password is guessing their codes. */
export async function sendGuessingWarning(
  { db, messages }: Pick<AdvocacyDependencies, 'db' | 'messages'>,
  email: string,
): Promise<void> {
  await messages.enqueue(db, {
    channel: 'email',
    to: email,
    subject: 'Somebody may know your Patron password',
    text:
      `Many wrong codes were typed to sign in to Patron as ${email}, by somebody who entered ` +
      'your password first. For a day, codes are taken only in browsers that you have signed in ' +
      'from before.\n\n' +
      'If this was not you, change your password and tell the people who run Patron.',
  });
}

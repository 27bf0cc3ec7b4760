import { signsInByProviderOnly } from '#services/advocacy/users/user-identities.ts';
import type { UserRow } from '#services/advocacy/users/users-store.ts';
import { listSecondSteps, type SignIn } from './sign-in.ts';
import type { SignInInteraction } from './sign-in-interaction.ts';

/**
 * Why a user whose password or passkey was right can't sign in by it (decisions.md, 66), for them to read.
 * @returns undefined if they can
 */
export async function findProviderRule(
  { dependencies }: Pick<SignIn, 'dependencies'>,
  { pendingLink }: Pick<SignInInteraction, 'pendingLink'>,
  user: UserRow,
): Promise<string | undefined> {
  const { db, oidc } = dependencies;
  if (!oidc) return undefined;
  if (pendingLink) {
    return pendingLink.userId === user.id
      ? undefined
      : `${oidc.name} knows you as ${pendingLink.email}. Sign in to the account with that email.`;
  }
  if (await signsInByProviderOnly(db, oidc, user)) {
    return `This account signs in with ${oidc.name}. Choose "Continue with ${oidc.name}".`;
  }
  const needsSecondStep =
    oidc.isOnly && (await listSecondSteps(dependencies, user.id)).length === 0;
  return needsSecondStep
    ? `This account needs a second step to sign in without ${oidc.name}. Ask the people who run Patron.`
    : undefined;
}

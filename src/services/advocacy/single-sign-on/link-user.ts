import { deleteLinks } from '#services/advocacy/account/one-time-links.ts';
import type { ServiceDependencies } from '#services/advocacy/dependencies.ts';
import type { ProviderSignIn } from '#services/advocacy/oauth/sign-in/single-sign-on.ts';
import { endUserSessions } from '#services/advocacy/oauth/tokens/end-sessions.ts';
import { userIdentities } from '#services/advocacy/users/user-identities-table.ts';
import { lockUser, type UserRow } from '#services/advocacy/users/users-store.ts';
import { recordAudit } from '#services/platform/audit/record-audit.ts';
import type { Queries } from '#services/platform/database/database.ts';
import type { OidcSettings } from '#services/platform/oidc/oidc-settings.ts';

/**
 * Lets a user sign in by the provider from now on, and ends their other sessions and reset links.
 * @param user locked by `lockUser`
 * @param exceptId the stored id of the sign-in in progress
 * @returns the changed user; unchanged if the provider knows them or another user by now
 */
export async function linkUser(
  tx: Queries,
  {
    clock,
    messages,
    settings,
  }: Pick<ServiceDependencies, 'clock' | 'messages'> & { settings: OidcSettings },
  user: UserRow,
  { issuer, subject }: ProviderSignIn,
  exceptId: string,
): Promise<UserRow> {
  const { id, name, email } = user;
  const added = await tx
    .insert(userIdentities)
    .values({ userId: id, issuer, subject, createdAt: clock.now() })
    .onConflictDoNothing()
    .returning({ id: userIdentities.id });
  if (added.length === 0) return user;
  await deleteLinks(tx, id, 'password_reset');
  await endUserSessions(tx, id, exceptId);
  await recordAudit(tx, {
    action: 'user.link',
    subject: { type: 'user', id, name },
    userId: id,
    actor: { kind: 'user', id: String(id), name },
  });
  await messages.enqueue(tx, {
    channel: 'email',
    to: email,
    subject: `You now sign in to Patron with ${settings.name}`,
    text:
      `Your Patron account was linked to ${settings.name}, which signs you in from now on. All your other sessions were signed out.\n\n` +
      "If this wasn't you, contact your Patron administrator.",
  });
  return lockUser(tx, id);
}

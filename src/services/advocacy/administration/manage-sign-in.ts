import { eq } from 'drizzle-orm';
import type { ServiceDependencies } from '#services/advocacy/dependencies.ts';
import { OAUTH_PATHS } from '#services/advocacy/oauth/oauth-paths.ts';
import { endUserSessions } from '#services/advocacy/oauth/tokens/end-sessions.ts';
import { userIdentities } from '#services/advocacy/users/user-identities-table.ts';
import { lockUser, type UserRow } from '#services/advocacy/users/users-store.ts';
import { users } from '#services/advocacy/users/users-table.ts';
import { changesBetween, recordAudit } from '#services/platform/audit/record-audit.ts';
import { emailLink } from '#services/platform/messages/email-html.ts';

type Dependencies = Pick<ServiceDependencies, 'db' | 'clock' | 'messages' | 'baseUrl'>;

/**
 * Lets a user sign in with a password even if an OpenID provider is the only way for everybody else, or no
 * longer. They get an email.
 */
export async function setBreakGlass(
  { db, clock, messages }: Dependencies,
  { id }: UserRow,
  isBreakGlass: boolean,
): Promise<void> {
  await db.transaction(async (tx) => {
    const user = await lockUser(tx, id);
    if (user.isBreakGlass === isBreakGlass) return;
    await tx.update(users).set({ isBreakGlass, updatedAt: clock.now() }).where(eq(users.id, id));
    await recordAudit(tx, {
      action: 'user.update_break_glass',
      subject: { type: 'user', id, name: user.name },
      changes: changesBetween({ break_glass: user.isBreakGlass }, { break_glass: isBreakGlass }),
      userId: id,
    });
    await messages.enqueue(tx, {
      channel: 'email',
      to: user.email,
      subject: isBreakGlass
        ? 'Your Patron account is for emergencies'
        : 'Your Patron account is no longer for emergencies',
      text: isBreakGlass
        ? 'You can sign in to Patron with your password and second step if nobody else can sign in. You get an email each time.'
        : 'You sign in to Patron like everybody else again.',
    });
  });
}

/**
 * Ends what links a user to OpenID providers, and signs them out everywhere. They get an email.
 * @returns the number of links
 */
export async function unlinkUser(
  { db, messages, baseUrl }: Dependencies,
  { id }: UserRow,
): Promise<number> {
  return db.transaction(async (tx) => {
    const { name, email } = await lockUser(tx, id);
    const links = await tx
      .delete(userIdentities)
      .where(eq(userIdentities.userId, id))
      .returning({ id: userIdentities.id });
    if (links.length === 0) return 0;
    await endUserSessions(tx, id);
    await recordAudit(tx, {
      action: 'user.unlink',
      subject: { type: 'user', id, name },
      userId: id,
    });
    await messages.enqueue(tx, {
      channel: 'email',
      to: email,
      subject: 'Your Patron account is no longer linked',
      text: [
        'An administrator ended the link between your Patron account and single sign-on, and signed you out everywhere. Sign in with your password, or set one if you have none.',
        emailLink('Set a password', `${baseUrl}${OAUTH_PATHS.forgotPassword}`),
      ].join('\n\n'),
    });
    return links.length;
  });
}

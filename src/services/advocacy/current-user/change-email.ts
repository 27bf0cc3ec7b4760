import { eq } from 'drizzle-orm';
import { createLink, LINK_SECONDS } from '#services/advocacy/account/one-time-links.ts';
import type { ServiceDependencies } from '#services/advocacy/dependencies.ts';
import { OAUTH_PATHS } from '#services/advocacy/oauth/oauth-paths.ts';
import { lockUser, type UserRow } from '#services/advocacy/users/users-store.ts';
import { users } from '#services/advocacy/users/users-table.ts';
import { changesBetween, recordAudit } from '#services/platform/audit/record-audit.ts';
import { violatesUnique } from '#services/platform/database/constraint.ts';
import { one } from '#services/platform/database/one.ts';
import { invalidAttribute } from '#services/platform/json-api/errors.ts';
import { emailLink } from '#services/platform/messages/email-html.ts';

export type ChangeEmailDependencies = Pick<
  ServiceDependencies,
  'db' | 'clock' | 'messages' | 'baseUrl'
>;

/**
 * Changes a user's email address and notifies both the old and the new one. The old one
 * gets a link that undoes the change.
 * @throws {JsonApiError} 422 when another user has the address
 */
export async function changeEmail(
  { db, clock, messages, baseUrl }: ChangeEmailDependencies,
  userId: number,
  email: string,
): Promise<UserRow> {
  try {
    return await db.transaction(async (tx) => {
      const before = await lockUser(tx, userId);
      if (before.email === email) return before;
      const values = { email, updatedAt: clock.now() };
      const after = one(await tx.update(users).set(values).where(eq(users.id, userId)).returning());
      const undo = { purpose: 'email_undo', userId, email: before.email } as const;
      const token = await createLink(tx, clock, undo);
      const undoUrl = `${baseUrl}${OAUTH_PATHS.undoEmailChange}?token=${token}`;
      const notify = (to: string, remedy: string) =>
        messages.enqueue(tx, {
          channel: 'email',
          to,
          subject: 'Your Patron email address was changed',
          text: `You now sign in to Patron with ${email} instead of ${before.email}.\n\n${remedy}`,
          usefulForSeconds: LINK_SECONDS.email_undo,
        });
      await notify(
        before.email,
        `If you didn't make this change, undo it within 72 hours.\n\n${emailLink('Undo the change', undoUrl)}`,
      );
      await notify(email, "If you didn't make this change, contact your Patron administrator.");
      await recordAudit(tx, {
        action: 'user.update',
        subject: { type: 'user', id: userId, name: after.name },
        changes: changesBetween({ email: before.email }, { email }),
        userId,
      });
      return after;
    });
  } catch (error) {
    if (violatesUnique(error, 'users_email_unique')) {
      throw invalidAttribute('email', 'This email address is already in use.');
    }
    throw error;
  }
}

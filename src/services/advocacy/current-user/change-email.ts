import { eq } from 'drizzle-orm';
import { createLink, LINK_SECONDS } from '#services/advocacy/account/one-time-links.ts';
import type { ServiceDependencies } from '#services/advocacy/dependencies.ts';
import { OAUTH_PATHS } from '#services/advocacy/oauth/oauth-paths.ts';
import {
  isEmailProven,
  isEmailTaken,
  releaseUnprovenEmail,
} from '#services/advocacy/users/proven-email.ts';
import {
  findUserByProvenEmail,
  lockUser,
  type UserRow,
} from '#services/advocacy/users/users-store.ts';
import { users } from '#services/advocacy/users/users-table.ts';
import { changesBetween, recordAudit } from '#services/platform/audit/record-audit.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { one } from '#services/platform/database/one.ts';
import { invalidAttribute } from '#services/platform/json-api/errors.ts';
import { emailLink } from '#services/platform/messages/email-html.ts';

export type ChangeEmailDependencies = Pick<
  ServiceDependencies,
  'db' | 'clock' | 'messages' | 'baseUrl'
>;

interface EmailChange {
  email: string;
  /** Whether the address counts as proven, because an operator vouches for it. */
  isProven?: boolean;
}

/**
 * Changes a user's email address and notifies the new and the last proven one, which gets a link that undoes
 * the change.
 * @param onUnproven called in the transaction if the new address is not proven
 * @throws {JsonApiError} 422 when another user has the address
 */
export async function changeEmail(
  dependencies: ChangeEmailDependencies,
  userId: number,
  { email, isProven: isVouchedFor = false }: EmailChange,
  onUnproven: (tx: Queries, user: UserRow) => Promise<void> = async () => undefined,
): Promise<UserRow> {
  const { db, clock } = dependencies;
  try {
    return await db.transaction(async (tx) => {
      const before = await lockUser(tx, userId);
      const isSame = email.toLowerCase() === before.provenEmail.toLowerCase();
      const isProven = isVouchedFor || isSame;
      if (before.email === email && isProven === isEmailProven(before)) return before;
      await releaseUnprovenEmail(tx, dependencies, email, { userId, isProven });
      const now = clock.now();
      const after = one(
        await tx
          .update(users)
          .set({
            email,
            ...(isProven ? { provenEmail: email } : {}),
            emailChangedAt: isProven ? null : now,
            updatedAt: now,
          })
          .where(eq(users.id, userId))
          .returning(),
      );
      // After the update: until then, its owner may have changed to another address without proving that.
      const owner = await findUserByProvenEmail(tx, email);
      if (owner && owner.id !== userId) throw emailInUse();
      await announce(tx, dependencies, before, after);
      await recordAudit(tx, {
        action: 'user.update',
        subject: { type: 'user', id: userId, name: after.name },
        changes: changesBetween({ email: before.email }, { email }),
        userId,
      });
      if (!isProven) await onUnproven(tx, after);
      return after;
    });
  } catch (error) {
    if (isEmailTaken(error)) throw emailInUse();
    throw error;
  }
}

/** The undo is for the last proven address only: the mailboxes of others may be strangers'. */
async function announce(
  tx: Queries,
  { clock, messages, baseUrl }: ChangeEmailDependencies,
  before: UserRow,
  { id: userId, email }: UserRow,
): Promise<void> {
  const { provenEmail } = before;
  const notify = (to: string, remedy: string) =>
    messages.enqueue(tx, {
      channel: 'email',
      to,
      subject: 'Your Patron email address was changed',
      text: `You now sign in to Patron with ${email} instead of ${before.email}.\n\n${remedy}`,
      usefulForSeconds: LINK_SECONDS.email_undo,
    });
  if (email.toLowerCase() !== provenEmail.toLowerCase()) {
    const token = await createLink(tx, clock, {
      purpose: 'email_undo',
      userId,
      email: provenEmail,
    });
    const undoUrl = `${baseUrl}${OAUTH_PATHS.undoEmailChange}?token=${token}`;
    await notify(
      provenEmail,
      `If you didn't make this change, undo it within 72 hours.\n\n${emailLink('Undo the change', undoUrl)}`,
    );
  }
  await notify(email, "If you didn't make this change, contact your Patron administrator.");
}

const emailInUse = () => invalidAttribute('email', 'This email address is already in use.');

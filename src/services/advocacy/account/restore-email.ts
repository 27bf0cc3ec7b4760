import { eq } from 'drizzle-orm';
import type { ServiceDependencies } from '#services/advocacy/dependencies.ts';
import { releaseUnprovenEmail } from '#services/advocacy/users/proven-email.ts';
import type { UserRow } from '#services/advocacy/users/users-store.ts';
import { users } from '#services/advocacy/users/users-table.ts';
import { changesBetween, recordAudit } from '#services/platform/audit/record-audit.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { one } from '#services/platform/database/one.ts';

/**
 * Gives a user an address that was theirs back: a link that was sent to its mailbox proves it. The unique index
 * rejects an address that another user has proven since.
 * @param user locked by `lockUser`
 */
export async function restoreEmail(
  tx: Queries,
  dependencies: Pick<ServiceDependencies, 'clock' | 'messages'>,
  user: UserRow,
  email: string,
): Promise<UserRow> {
  if (user.email === email && user.provenEmail === email) return user;
  const { id: userId, name } = user;
  await releaseUnprovenEmail(tx, dependencies, email, { userId, isProven: true });
  const values = {
    ...{ email, provenEmail: email, emailChangedAt: null },
    updatedAt: dependencies.clock.now(),
  };
  const after = one(await tx.update(users).set(values).where(eq(users.id, userId)).returning());
  await recordAudit(tx, {
    action: 'user.undo_email_change',
    subject: { type: 'user', id: userId, name },
    changes: changesBetween({ email: user.email }, { email }),
    userId,
    actor: { kind: 'user', id: String(userId), name },
  });
  return after;
}

import { and, eq, lte, ne, sql } from 'drizzle-orm';
import type { ServiceDependencies } from '#services/advocacy/dependencies.ts';
import { changesBetween, recordAudit } from '#services/platform/audit/record-audit.ts';
import { addSeconds } from '#services/platform/clock.ts';
import { violatesUnique } from '#services/platform/database/constraint.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { lockForUpdate } from '#services/platform/database/lock-for-update.ts';
import type { UserRow } from './users-store.ts';
import { users } from './users-table.ts';

/** For so long, an address that is not proven is kept from users who only claim it too. */
const HOLD_SECONDS = 600;

/** Whether the user read the mailbox of their address (decisions.md, 58). */
export function isEmailProven({
  email,
  provenEmail,
}: Pick<UserRow, 'email' | 'provenEmail'>): boolean {
  return email === provenEmail;
}

/** Whether a write failed because another user has the address, or has proven it. */
export function isEmailTaken(error: unknown): boolean {
  return (
    violatesUnique(error, 'users_email_unique') ||
    violatesUnique(error, 'users_proven_email_unique')
  );
}

/**
 * Releases an address from the account that has but never proved it. That account gets its last proven address
 * back, and a notice there. Sessions stay with their account.
 * @param by whether the new owner has proven the address, or only claims it: then the account keeps it
 *   for ten minutes
 */
export async function releaseUnprovenEmail(
  tx: Queries,
  { clock, messages }: Pick<ServiceDependencies, 'clock' | 'messages'>,
  email: string,
  by: { userId?: number; isProven: boolean },
): Promise<void> {
  const now = clock.now();
  const [holder] = await lockForUpdate(
    tx
      .select()
      .from(users)
      .where(
        and(
          eq(sql`lower(${users.email})`, sql`lower(${email})`),
          ne(users.email, users.provenEmail),
          by.userId === undefined ? undefined : ne(users.id, by.userId),
          by.isProven ? undefined : lte(users.emailChangedAt, addSeconds(now, -HOLD_SECONDS)),
        ),
      ),
  );
  if (!holder) return;
  const { id, name, provenEmail } = holder;
  await tx
    .update(users)
    .set({ email: provenEmail, emailChangedAt: null, updatedAt: now })
    .where(eq(users.id, id));
  await messages.enqueue(tx, {
    channel: 'email',
    to: provenEmail,
    subject: 'Your Patron email address was changed back',
    text:
      `You sign in to Patron with ${provenEmail} again. Your account had the address ${holder.email}, ` +
      'but it was never verified, and now another account has it.',
  });
  await recordAudit(tx, {
    action: 'user.lose_email',
    subject: { type: 'user', id, name },
    changes: changesBetween({ email: holder.email }, { email: provenEmail }),
    userId: id,
  });
}

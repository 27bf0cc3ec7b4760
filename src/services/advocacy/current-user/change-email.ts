import { eq } from 'drizzle-orm';
import type { ServiceDependencies } from '#services/advocacy/dependencies.ts';
import { lockUser, type UserRow } from '#services/advocacy/users/users-store.ts';
import { users } from '#services/advocacy/users/users-table.ts';
import { violatesUnique } from '#services/platform/database/constraint.ts';
import { one } from '#services/platform/database/one.ts';
import { invalidAttribute } from '#services/platform/json-api/errors.ts';

/**
 * Changes a user's email address and notifies both the old and the new one.
 * @throws {JsonApiError} 422 when another user has the address
 */
export async function changeEmail(
  { db, clock, messages }: Pick<ServiceDependencies, 'db' | 'clock' | 'messages'>,
  userId: number,
  email: string,
): Promise<UserRow> {
  try {
    return await db.transaction(async (tx) => {
      const before = await lockUser(tx, userId);
      if (before.email === email) return before;
      const values = { email, updatedAt: clock.now() };
      const after = one(await tx.update(users).set(values).where(eq(users.id, userId)).returning());
      for (const to of [before.email, email]) {
        await messages.enqueue(tx, { channel: 'email', to, ...changeNotice(before.email, email) });
      }
      return after;
    });
  } catch (error) {
    if (violatesUnique(error, 'users_email_unique')) {
      throw invalidAttribute('email', 'This email address is already in use.');
    }
    throw error;
  }
}

function changeNotice(before: string, after: string) {
  return {
    subject: 'Your Patron email address was changed',
    text:
      `You now sign in to Patron with ${after} instead of ${before}.\n\n` +
      "If you didn't make this change, contact your Patron administrator.",
  };
}

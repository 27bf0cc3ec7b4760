import { eq } from 'drizzle-orm';
import type { AdvocacyDependencies } from '#services/advocacy/dependencies.ts';
import type { UserRow } from '#services/advocacy/users/users-store.ts';
import { users } from '#services/advocacy/users/users-table.ts';
import { violatesUnique } from '#services/platform/database/constraint.ts';
import { invalidAttribute } from '#services/platform/json-api/errors.ts';

/**
 * Changes a person's e-mail address, and tells the old address and the new one.
 * @throws {JsonApiError} 422 at the attribute when somebody else has the address.
 */
export async function changeEmail(
  { db, clock, messages }: Pick<AdvocacyDependencies, 'db' | 'clock' | 'messages'>,
  userId: number,
  email: string,
): Promise<UserRow> {
  try {
    return await db.transaction(async (tx) => {
      const [before] = await tx
        .select()
        .from(users)
        .where(eq(users.id, userId))
        .for('no key update');
      if (!before) throw new Error('The person is gone');
      if (before.email === email) return before;
      const [after] = await tx
        .update(users)
        .set({ email, updatedAt: clock.now() })
        .where(eq(users.id, userId))
        .returning();
      for (const to of [before.email, email]) {
        await messages.enqueue(tx, { channel: 'email', to, ...changeNotice(before.email, email) });
      }
      return after as UserRow;
    });
  } catch (error) {
    if (violatesUnique(error, 'users_email_unique')) {
      throw invalidAttribute('email', 'This email address is taken by somebody else.');
    }
    throw error;
  }
}

function changeNotice(before: string, after: string) {
  return {
    subject: 'The email address of your Patron account was changed',
    text:
      `You sign in to Patron with ${after} from now on, no longer with ${before}.\n\n` +
      'If this was not you, tell the people who run Patron.',
  };
}

import { eq } from 'drizzle-orm';
import type { ServiceDependencies } from '#services/advocacy/dependencies.ts';
import { OAUTH_PATHS } from '#services/advocacy/oauth/oauth-paths.ts';
import { endCodeAttack } from '#services/advocacy/oauth/sign-in/throttle/sign-in-throttle.ts';
import { endUserSessions } from '#services/advocacy/oauth/tokens/end-sessions.ts';
import { createAttemptCounters } from '#services/advocacy/rate-limits/attempt-counters.ts';
import type { UserRow } from '#services/advocacy/users/users-store.ts';
import { users } from '#services/advocacy/users/users-table.ts';
import { recordAudit } from '#services/platform/audit/record-audit.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { emailLink } from '#services/platform/messages/email-html.ts';
import { deleteLinks } from './one-time-links.ts';

interface NewPassword {
  passwordHash: string;
  /** The first sentence of the email about it, which names who changed it. */
  announcement: string;
  /** A session that stays signed in. */
  exceptSession?: string;
}

/**
 * Sets a new password, signs the user out everywhere and notifies them by email.
 * @param user locked by `lockUser`
 * @returns the number of sessions that ended
 */
export async function setUserPassword(
  tx: Queries,
  { clock, messages, baseUrl }: Pick<ServiceDependencies, 'clock' | 'messages' | 'baseUrl'>,
  { id, email, name }: UserRow,
  { passwordHash, announcement, exceptSession }: NewPassword,
): Promise<number> {
  await tx.update(users).set({ passwordHash, updatedAt: clock.now() }).where(eq(users.id, id));
  await deleteLinks(tx, id, 'password_reset');
  await endCodeAttack(createAttemptCounters(tx, clock), id);
  await messages.enqueue(tx, {
    channel: 'email',
    to: email,
    subject: 'Your Patron password was changed',
    text: [
      announcement,
      "If this wasn't you, set a new password now, which signs everyone out of your account. Then contact your Patron administrator.",
      emailLink('Set a new password', `${baseUrl}${OAUTH_PATHS.forgotPassword}`),
    ].join('\n\n'),
  });
  await recordAudit(tx, {
    action: 'password.change',
    subject: { type: 'user', id, name },
    userId: id,
  });
  return endUserSessions(tx, id, exceptSession);
}

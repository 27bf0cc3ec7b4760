import type { ServiceDependencies } from '#services/advocacy/dependencies.ts';
import type { Caller } from '#services/advocacy/oauth/tokens/bearer.ts';
import { confirmPassword } from '#services/advocacy/oauth/tokens/confirm-password.ts';
import type { AttemptCounters } from '#services/advocacy/rate-limits/attempt-counters.ts';
import { findPasswordError } from '#services/advocacy/users/password-rules.ts';
import { lockUser } from '#services/advocacy/users/users-store.ts';
import { errorResponse, tooManyRequests } from '#services/platform/json-api/errors.ts';
import { hashPassword } from '#services/platform/secrets/password.ts';
import { setUserPassword } from './set-password.ts';

interface Dependencies extends Pick<ServiceDependencies, 'db' | 'clock' | 'messages' | 'baseUrl'> {
  attempts: AttemptCounters;
}

interface Passwords {
  current_password: string;
  new_password: string;
}

/**
 * Changes the caller's password and ends their other sessions.
 * @throws {JsonApiError} 422 for a wrong current or an invalid new password, 429 after five wrong ones
 */
export async function changeOwnPassword(
  dependencies: Dependencies,
  { userId, email, sessionId }: Caller,
  { current_password: current, new_password: password }: Passwords,
): Promise<void> {
  const confirmation = await confirmPassword(dependencies, userId, current);
  if (confirmation.outcome === 'throttled') {
    throw tooManyRequests(confirmation.waitSeconds, 'Too many wrong passwords. Try again later.');
  }
  if (confirmation.outcome === 'wrong') throw wrongPassword();
  const error = await findPasswordError(password, email);
  if (error !== undefined) throw invalid('new_password', error);
  const passwordHash = await hashPassword(password);
  await dependencies.db.transaction(async (tx) => {
    const user = await lockUser(tx, userId);
    // Another request may have changed it since it was verified.
    if (user.passwordHash !== confirmation.passwordHash) throw wrongPassword();
    await setUserPassword(tx, dependencies, user, {
      passwordHash,
      announcement: 'You changed your password. All your other sessions were signed out.',
      exceptSession: sessionId,
    });
  });
}

const wrongPassword = () => invalid('current_password', 'The current password is wrong.');

function invalid(field: keyof Passwords, detail: string) {
  return errorResponse(422, { detail, source: { pointer: `/${field}` } });
}

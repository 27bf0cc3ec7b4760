import { PASSWORD_MAX_LENGTH } from '#contract/account/password.ts';
import { inPasswordQueue } from '#services/advocacy/oauth/sign-in/throttle/password-queue.ts';
import type { AttemptCounters } from '#services/advocacy/rate-limits/attempt-counters.ts';
import { findUser } from '#services/advocacy/users/users-store.ts';
import type { Clock } from '#services/platform/clock.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { verifyPassword } from '#services/platform/secrets/password.ts';

/** Wrong passwords within a window; after these, all attempts wait for its end. */
const MAX_FAILURES = 5;

type Confirmation =
  | { outcome: 'correct'; passwordHash: string }
  | { outcome: 'wrong' }
  | { outcome: 'throttled'; waitSeconds: number };

/** Verifies the password of a signed-in user, with five failures per 15 minutes (decisions.md, 14). */
export async function confirmPassword(
  { db, clock, attempts }: { db: Queries; clock: Clock; attempts: AttemptCounters },
  userId: number,
  password: string,
): Promise<Confirmation> {
  const key = JSON.stringify(['id_token', userId]);
  const throttledUntil = (end: Date): Confirmation => {
    const seconds = Math.ceil((end.getTime() - clock.now().getTime()) / 1000);
    return { outcome: 'throttled', waitSeconds: Math.max(1, seconds) };
  };
  const window = await attempts.find(key);
  if (window && window.count >= MAX_FAILURES) return throttledUntil(window.endsAt);

  const user = await findUser(db, userId);
  const isCorrect =
    password.length <= PASSWORD_MAX_LENGTH &&
    (await inPasswordQueue(key, () => verifyPassword(user?.passwordHash, password)));
  if (!isCorrect || !user) {
    const { count, endsAt } = await attempts.add(key);
    return count > MAX_FAILURES ? throttledUntil(endsAt) : { outcome: 'wrong' };
  }
  if (!(await attempts.resetBelow(key, MAX_FAILURES))) {
    return throttledUntil((await attempts.find(key))?.endsAt ?? clock.now());
  }
  return { outcome: 'correct', passwordHash: user.passwordHash };
}

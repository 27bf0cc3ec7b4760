import { PASSWORD_MAX_LENGTH } from '#contract/account/password.ts';
import { inPasswordQueue } from '#services/advocacy/oauth/sign-in/throttle/password-queue.ts';
import type { AttemptCounters } from '#services/advocacy/rate-limits/attempt-counters.ts';
import { findUser } from '#services/advocacy/users/users-store.ts';
import { NO_PASSWORD, verifyPassword } from '#services/platform/secrets/password.ts';
import { recordStepUpFailure, type StepUpFailureDependencies } from './record-step-up-failure.ts';

/** Wrong passwords within a window; after these, all attempts wait for its end. */
const MAX_FAILURES = 5;

type Confirmation =
  | { outcome: 'correct'; passwordHash: string }
  | { outcome: 'wrong' }
  | { outcome: 'throttled'; waitSeconds: number };

interface Dependencies extends StepUpFailureDependencies {
  attempts: AttemptCounters;
}

/**
 * Verifies the password of a signed-in user, with five failures per 15 minutes (decisions.md, 14), which are
 * security events. A user without a password has none to guess: nothing is counted.
 */
export async function confirmPassword(
  dependencies: Dependencies,
  userId: number,
  password: string,
): Promise<Confirmation> {
  const { db, clock, attempts } = dependencies;
  const key = JSON.stringify(['id_token', userId]);
  const throttledUntil = (end: Date): Confirmation => {
    const seconds = Math.ceil((end.getTime() - clock.now().getTime()) / 1000);
    return { outcome: 'throttled', waitSeconds: Math.max(1, seconds) };
  };
  const window = await attempts.find(key);
  if (window && window.count >= MAX_FAILURES) return throttledUntil(window.endsAt);

  const user = await findUser(db, userId);
  if (user?.passwordHash === NO_PASSWORD) return { outcome: 'wrong' };
  const isCorrect =
    password.length <= PASSWORD_MAX_LENGTH &&
    (await inPasswordQueue(key, () => verifyPassword(user?.passwordHash, password)));
  if (!isCorrect || !user) {
    const { count, endsAt } = await attempts.add(key);
    if (count > MAX_FAILURES) return throttledUntil(endsAt);
    if (user) await recordStepUpFailure(dependencies, user, count === MAX_FAILURES);
    return { outcome: 'wrong' };
  }
  if (!(await attempts.resetBelow(key, MAX_FAILURES))) {
    return throttledUntil((await attempts.find(key))?.endsAt ?? clock.now());
  }
  return { outcome: 'correct', passwordHash: user.passwordHash };
}

import { DAY_SECONDS } from '#services/platform/clock.ts';
import type { FailedAttempts } from './failed-attempts.ts';
import { networkOf } from './network-of.ts';

/** One try to pass a step of sign-in (docs/decisions/sign-in/sign-in-throttling.md). */
export interface SignInAttempt {
  step: 'password' | 'code';
  /** Whom it is about: an e-mail address as it was typed, or a person's id. */
  subject: string;
  /** Where it comes from. */
  source: { device: string } | { address: string };
}

/** Tries from one place, within 15 minutes, after which that place has to wait. */
const LIMIT = 10;

/**
 * Tries from everywhere that make an attack, and how many each strange place has left under it.
 * Never none for a password, so that nobody is locked out by others. None for a code, and a day
 * long: who gets that far knows the password, and six digits fall to patience.
 */
const ATTACK = {
  password: { tries: 100, windowSeconds: 900, left: 3 },
  code: { tries: 30, windowSeconds: DAY_SECONDS, left: 0 },
} as const;

/** What is to be done with a try. */
interface Verdict {
  /** The end of the wait, where the place has to wait: nothing may be checked then. */
  waitUntil: Date | undefined;
  /** Whether this try makes it an attack, should it be wrong. */
  isLastFree: boolean;
}

/**
 * Slows guessing without letting anybody lock out somebody else. A try is counted before it is
 * checked, so that of any number at once no more are checked than of as many one after another.
 */
export interface SignInThrottle {
  /** Counts a try that is about to be checked. */
  begin(attempt: SignInAttempt): Promise<Verdict>;
  /** The try was right: takes it back, and forgets the place's wrong ones. */
  forgive(attempt: SignInAttempt): Promise<void>;
}

/** Throttles over all processes that share the counts. */
export function createSignInThrottle(attempts: FailedAttempts): SignInThrottle {
  return {
    async begin(attempt) {
      const { tries, windowSeconds, left } = ATTACK[attempt.step];
      const here = await attempts.add(placeKey(attempt));
      if (here.count > LIMIT) return { waitUntil: here.endsAt, isLastFree: false };
      const everywhere = await attempts.add(everywhereKey(attempt), windowSeconds);
      const isRefused =
        everywhere.count > tries && here.count > left && !('device' in attempt.source);
      const end = left === 0 ? everywhere.endsAt : here.endsAt;
      return {
        waitUntil: isRefused ? end : undefined,
        isLastFree: everywhere.count === tries,
      };
    },
    async forgive(attempt) {
      await attempts.forget(placeKey(attempt));
      await attempts.takeBack(everywhereKey(attempt));
    },
  };
}

/**
 * Ends an attack on a person's codes: with a new password, who guessed them is back at the door.
 */
export async function endCodeAttack(attempts: FailedAttempts, userId: number): Promise<void> {
  await attempts.forget(everywhereKey({ step: 'code', subject: String(userId) }));
}

function everywhereKey({ step, subject }: Omit<SignInAttempt, 'source'>): string {
  return JSON.stringify(['sign-in', step, subject.toLowerCase()]);
}

function placeKey(attempt: SignInAttempt): string {
  const { source } = attempt;
  const place = 'device' in source ? source : { network: networkOf(source.address) };
  return JSON.stringify([everywhereKey(attempt), place]);
}

import { DAY_SECONDS } from '#services/platform/clock.ts';
import type { FailedAttempts } from './failed-attempts.ts';
import { ipNetwork } from './ip-network.ts';

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
interface ThrottleDecision {
  /** The end of the wait, where the place has to wait: nothing may be checked then. */
  waitUntil: Date | undefined;
  /** Whether this try makes it an attack, should it be wrong. */
  startsAttack: boolean;
}

/**
 * Slows guessing without letting anybody lock out somebody else. A try is counted before it is
 * checked, so that of any number at once no more are checked than of as many one after another.
 */
export interface SignInThrottle {
  /** Counts a try that is about to be checked. */
  recordAttempt(attempt: SignInAttempt): Promise<ThrottleDecision>;
  /** The try was right: takes it back, and forgets the place's wrong ones. */
  recordSuccess(attempt: SignInAttempt): Promise<void>;
}

/** Throttles over all processes that share the counts. */
export function createSignInThrottle(attempts: FailedAttempts): SignInThrottle {
  return {
    async recordAttempt(attempt) {
      const { tries, windowSeconds, left } = ATTACK[attempt.step];
      const here = await attempts.add(sourceKey(attempt));
      if (here.count > LIMIT) return { waitUntil: here.endsAt, startsAttack: false };
      const everywhere = await attempts.add(subjectKey(attempt), windowSeconds);
      const isBlocked =
        everywhere.count > tries && here.count > left && !('device' in attempt.source);
      const end = left === 0 ? everywhere.endsAt : here.endsAt;
      return {
        waitUntil: isBlocked ? end : undefined,
        startsAttack: everywhere.count === tries,
      };
    },
    async recordSuccess(attempt) {
      await attempts.reset(sourceKey(attempt));
      await attempts.removeOne(subjectKey(attempt));
    },
  };
}

/**
 * Ends an attack on a person's codes: with a new password, who guessed them is back at the door.
 */
export async function endCodeAttack(attempts: FailedAttempts, userId: number): Promise<void> {
  await attempts.reset(subjectKey({ step: 'code', subject: String(userId) }));
}

function subjectKey({ step, subject }: Omit<SignInAttempt, 'source'>): string {
  return JSON.stringify(['sign-in', step, subject.toLowerCase()]);
}

function sourceKey(attempt: SignInAttempt): string {
  const { source } = attempt;
  const place = 'device' in source ? source : { network: ipNetwork(source.address) };
  return JSON.stringify([subjectKey(attempt), place]);
}

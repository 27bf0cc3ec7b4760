import type { AttemptCounters } from '#services/advocacy/rate-limits/attempt-counters.ts';
import { DAY_SECONDS } from '#services/platform/clock.ts';
import { ipNetwork } from './ip-network.ts';

/** One attempt at a step of sign-in (docs/decisions/sign-in/sign-in-throttling.md). */
export interface SignInAttempt {
  step: 'password' | 'code';
  /** A user id, or the email address as typed if no user has it. */
  subject: string;
  source: { device: string } | { address: string };
}

/** Attempts from one source within 15 minutes; more have to wait. */
const SOURCE_LIMIT = 10;

/** Wrong passwords from one network within 15 minutes, for any user. */
const NETWORK_LIMIT = 300;

/** Wrong codes from all of a user's known browsers together within a day. */
const KNOWN_DEVICES_LIMIT = 100;

/**
 * Failed attempts on one subject, from all sources, that count as an attack, and how many attempts
 * each unknown source still has during one. For passwords never zero, so that attackers can't lock
 * users out. For codes zero, for a day: these attackers know the password, and six digits can be
 * guessed with patience.
 */
const ATTACK = {
  password: { attempts: 100, windowSeconds: 900, remaining: 3 },
  code: { attempts: 30, windowSeconds: DAY_SECONDS, remaining: 0 },
} as const;

interface ThrottleDecision {
  /** If set, nothing may be verified before then. */
  waitUntil: Date | undefined;
  /** Whether this attempt is the first that has to wait. */
  startsWait: boolean;
  /** Whether this attempt, if it fails, starts an attack. */
  startsAttack: boolean;
}

/**
 * Slows guessing without letting attackers lock users out. An attempt is counted before it is
 * verified, so that parallel attempts gain nothing.
 */
export interface SignInThrottle {
  /** Counts an attempt that is about to be verified. */
  recordAttempt(attempt: SignInAttempt): Promise<ThrottleDecision>;
  /** The attempt succeeded: uncounts it and resets its source. */
  recordSuccess(attempt: SignInAttempt): Promise<void>;
}

/** Throttles across all processes that share the counts. */
export function createSignInThrottle(counts: AttemptCounters): SignInThrottle {
  return {
    async recordAttempt(attempt) {
      const { attempts, windowSeconds, remaining } = ATTACK[attempt.step];
      const fromSource = await counts.add(sourceKey(attempt));
      if (fromSource.count > SOURCE_LIMIT) {
        return blocked(fromSource.endsAt, fromSource.count === SOURCE_LIMIT + 1);
      }
      for (const { key, limit, seconds } of sharedLimits(attempt)) {
        const shared = await counts.add(key, seconds);
        if (shared.count > limit) return blocked(shared.endsAt);
      }
      const onSubject = await counts.add(subjectKey(attempt), windowSeconds);
      const isBlocked =
        onSubject.count > attempts && fromSource.count > remaining && !('device' in attempt.source);
      const end = remaining === 0 ? onSubject.endsAt : fromSource.endsAt;
      return {
        waitUntil: isBlocked ? end : undefined,
        startsWait: false,
        startsAttack: onSubject.count === attempts,
      };
    },
    async recordSuccess(attempt) {
      await counts.reset(sourceKey(attempt));
      for (const { key } of sharedLimits(attempt)) await counts.removeOne(key);
      await counts.removeOne(subjectKey(attempt));
    },
  };
}

const blocked = (waitUntil: Date, startsWait = false): ThrottleDecision => ({
  waitUntil,
  startsWait,
  startsAttack: false,
});

/** Ends an attack on a user's codes. Safe after a password change, which shuts the attackers out. */
export async function endCodeAttack(counts: AttemptCounters, userId: number): Promise<void> {
  const subject = { step: 'code', subject: String(userId) } as const;
  await counts.reset(subjectKey(subject));
  await counts.reset(knownDevicesKey(subject));
}

/** Limits that the source shares with others. */
function sharedLimits(attempt: SignInAttempt): { key: string; limit: number; seconds?: number }[] {
  const { step, source } = attempt;
  if ('device' in source) {
    return step === 'code'
      ? [{ key: knownDevicesKey(attempt), limit: KNOWN_DEVICES_LIMIT, seconds: DAY_SECONDS }]
      : [];
  }
  if (step === 'code') return [];
  const key = JSON.stringify(['sign-in', step, { network: ipNetwork(source.address) }]);
  return [{ key, limit: NETWORK_LIMIT }];
}

function subjectKey({ step, subject }: Omit<SignInAttempt, 'source'>): string {
  return JSON.stringify(['sign-in', step, subject.toLowerCase()]);
}

function knownDevicesKey(attempt: Omit<SignInAttempt, 'source'>): string {
  return JSON.stringify([subjectKey(attempt), 'known devices']);
}

function sourceKey(attempt: SignInAttempt): string {
  const { source } = attempt;
  const origin = 'device' in source ? source : { network: ipNetwork(source.address) };
  return JSON.stringify([subjectKey(attempt), origin]);
}

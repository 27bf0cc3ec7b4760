import { isIP } from 'node:net';
import type { FailedAttempts } from '../failed-attempts.ts';

/** One try to pass a step of sign-in (docs/decisions/sign-in-throttle.md). */
export interface SignInAttempt {
  step: 'password' | 'code';
  /** Whom it is about: an e-mail address as it was typed, or a person's id. */
  subject: string;
  /** Where it comes from. */
  source: { device: string } | { address: string };
}

/** Wrong tries from one place, within the window, after which that place has to wait. */
const LIMIT = 10;
/** Wrong tries from everywhere that make an attack: strange places then get fewer tries. */
const ATTACK_LIMIT = 100;
/**
 * A fresh place's tries under attack. Never none for a password, so that nobody is locked out by
 * others; none for a code, because who gets that far knows the password.
 */
const LIMIT_UNDER_ATTACK = { password: 3, code: 0 };

/** Slows guessing without letting anybody lock out somebody else. */
export interface SignInThrottle {
  /** The end of the wait, where the place has to wait; nothing need be checked then. */
  waitsUntil(attempt: SignInAttempt): Promise<Date | undefined>;
  /** Counts a wrong try, and answers as `waitsUntil` for the try itself. */
  countWrong(attempt: SignInAttempt): Promise<Date | undefined>;
  /** Forgets the place's wrong tries; answers the end of the wait where the right one came too late. */
  countRight(attempt: SignInAttempt): Promise<Date | undefined>;
}

export function createSignInThrottle(attempts: FailedAttempts): SignInThrottle {
  async function limitFor(attempt: SignInAttempt): Promise<number> {
    if ('device' in attempt.source) return LIMIT;
    const everywhere = await attempts.read(everywhereKey(attempt));
    const isUnderAttack = everywhere !== undefined && everywhere.count >= ATTACK_LIMIT;
    return isUnderAttack ? LIMIT_UNDER_ATTACK[attempt.step] : LIMIT;
  }

  async function waitsUntil(attempt: SignInAttempt): Promise<Date | undefined> {
    const limit = await limitFor(attempt);
    const here = await attempts.read(placeKey(attempt));
    if (here) return here.count >= limit ? here.endsAt : undefined;
    return limit === 0 ? (await attempts.read(everywhereKey(attempt)))?.endsAt : undefined;
  }

  return {
    waitsUntil,
    async countWrong(attempt) {
      const limit = await limitFor(attempt);
      const here = await attempts.add(placeKey(attempt));
      await attempts.add(everywhereKey(attempt));
      return here.count > limit ? here.endsAt : undefined;
    },
    async countRight(attempt) {
      const isInTime = await attempts.clear(placeKey(attempt), await limitFor(attempt));
      return isInTime ? undefined : waitsUntil(attempt);
    },
  };
}

function everywhereKey({ step, subject }: SignInAttempt): string {
  return JSON.stringify(['sign-in', step, subject.toLowerCase()]);
}

function placeKey(attempt: SignInAttempt): string {
  const { source } = attempt;
  const place = 'device' in source ? source : { network: networkOf(source.address) };
  return JSON.stringify([everywhereKey(attempt), place]);
}

/** What one subscriber has: an IPv4 address, or the first 64 bits of an IPv6 one. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:([\d.]+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const [plain = ''] = address.split('%');
  if (isIP(plain) !== 6) return plain;
  const [head = '', tail] = plain.toLowerCase().split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length;
  const groups = [...left, ...Array<string>(Math.max(0, zeros)).fill('0'), ...right];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}

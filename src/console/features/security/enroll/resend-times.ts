import * as z from 'zod/mini';
import { storedPreference } from '#console/ui/hooks/stored-preference.ts';
import { useCountdown } from '#console/ui/hooks/use-countdown.ts';
import type { AuthenticationFactor } from '#contract/advocacy/authentication-factors.ts';

/** Least time between two codes (advocacy.md, Limits), in ms. */
const INTERVAL_MS = 30_000;

const storedTimes = storedPreference('resend-times');
const timesSchema = z.record(z.string(), z.number());

/**
 * Remembers, over reloads and for every tab, when the factor may be sent its next code.
 *
 * @param at in ms since 1970 by this machine's clock
 */
function saveTime(factorId: string, at: number): void {
  const now = Date.now();
  const times = Object.entries(readTimes(storedTimes.read())).filter(([, time]) => time > now);
  storedTimes.write(JSON.stringify(Object.fromEntries([...times, [factorId, at]])));
}

/**
 * A code was just sent.
 *
 * @param retryAt the service's `retry_at`. Later than the interval allows means that this machine's
 *   clock is behind, and the interval counts; where it is ahead, the service's 429 puts it right
 */
export function saveRetryAt(factorId: string, retryAt: string): void {
  saveTime(factorId, Math.min(Date.parse(retryAt), Date.now() + INTERVAL_MS));
}

/** The factor was just created, and a code sent with it (decisions.md, 18). */
export function saveFirstRetryAt({ id, attributes }: AuthenticationFactor): void {
  const retryAt = new Date(Date.parse(attributes.created_at) + INTERVAL_MS);
  saveRetryAt(id, retryAt.toISOString());
}

/** The service asks to wait. @param seconds the Retry-After of its 429 */
export function saveRetryAfter(factorId: string, seconds: number): void {
  saveTime(factorId, Date.now() + seconds * 1000);
}

/** Seconds until the factor may be sent its next code, counted down; 0 when it may. */
export function useSecondsUntilResend(factor: AuthenticationFactor): number {
  return useCountdown(useResendTime(factor));
}

/** When the factor may be sent its next code, in ms since 1970 by this machine's clock. */
function useResendTime({ id, attributes }: AuthenticationFactor): number {
  const time = readTimes(storedTimes.useValue())[id];
  if (time !== undefined) return time;
  const createdAt = Date.parse(attributes.created_at);
  // Made in another browser. By a clock that is behind nothing can be told: the service will.
  return createdAt > Date.now() ? 0 : createdAt + INTERVAL_MS;
}

function readTimes(text: string | null): z.output<typeof timesSchema> {
  try {
    return timesSchema.parse(JSON.parse(text ?? '{}'));
  } catch {
    return {};
  }
}

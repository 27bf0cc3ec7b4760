import * as z from 'zod/mini';
import { storedPreference } from '#console/ui/hooks/stored-preference.ts';
import { useCountdown } from '#console/ui/hooks/use-countdown.ts';
import type { AuthenticationFactor } from '#contract/advocacy/authentication-factors.ts';

/** Minimum time between two codes (advocacy.md, Limits). */
const INTERVAL_MS = 30_000;

/** When each factor may be sent its next code, by its id; in ms since 1970 of this browser's clock. */
const storedTimes = storedPreference('resend-times');
const timesSchema = z.record(z.string(), z.number());

function saveTime(factorId: string, timeMs: number): void {
  const now = Date.now();
  const pending = Object.entries(readTimes(storedTimes.read())).filter(([, time]) => time > now);
  storedTimes.write(JSON.stringify(Object.fromEntries([...pending, [factorId, timeMs]])));
}

/**
 * Starts the countdown after a code was sent.
 *
 * @param retryAt the server's `retry_at`. If it is further away than the interval, this browser's
 *   clock is behind and the interval counts. If the clock is ahead, the server responds with 429
 */
export function saveRetryAt(factorId: string, retryAt: string | undefined): void {
  const time = Date.parse(retryAt ?? '');
  const latest = Date.now() + INTERVAL_MS;
  saveTime(factorId, Number.isNaN(time) ? latest : Math.min(time, latest));
}

/** Starts the countdown for a new factor: creating it sends the first code (decisions.md, 18). */
export function saveFirstRetryAt({ id, attributes }: AuthenticationFactor): void {
  const createdAt = Date.parse(attributes.created_at ?? '');
  saveTime(id, (Number.isNaN(createdAt) ? Date.now() : createdAt) + INTERVAL_MS);
}

/** Starts the countdown after a 429. @param seconds its Retry-After */
export function saveRetryAfter(factorId: string, seconds: number): void {
  saveTime(factorId, Date.now() + seconds * 1000);
}

/** Counts down the seconds until the factor may be sent its next code; 0 if it may be now. */
export function useSecondsUntilResend(factor: AuthenticationFactor): number {
  return useCountdown(useResendTime(factor));
}

/** When a code can be sent again, in ms since 1970 of this browser's clock. */
function useResendTime({ id, attributes }: AuthenticationFactor): number {
  const time = readTimes(storedTimes.useValue())[id];
  if (time !== undefined) return time;
  const createdAt = Date.parse(attributes.created_at ?? '');
  // Created in another browser. If our clock is behind, let the server enforce the wait.
  return !(createdAt <= Date.now()) ? 0 : createdAt + INTERVAL_MS;
}

function readTimes(text: string | null): z.output<typeof timesSchema> {
  try {
    return timesSchema.parse(JSON.parse(text ?? '{}'));
  } catch {
    return {};
  }
}

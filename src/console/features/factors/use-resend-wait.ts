import { useLayoutEffect, useState } from 'react';
import type { AuthenticationFactor } from '#contract/advocacy/authentication-factors.ts';
import { useResendTime } from './resend-times.ts';

/** More often than it is shown, so that no second is left out. */
const TICK_MS = 250;

/** Seconds until the factor may be sent its next code, counted down; 0 when it may. */
export function useResendWait(factor: AuthenticationFactor): number {
  const at = useResendTime(factor);
  const [now, setNow] = useState(Date.now);
  useLayoutEffect(() => {
    setNow(Date.now());
    if (at <= Date.now()) return;
    const timer = setInterval(() => {
      setNow(Date.now());
      if (at <= Date.now()) clearInterval(timer);
    }, TICK_MS);
    return () => clearInterval(timer);
  }, [at]);
  return Math.max(0, Math.ceil((at - now) / 1000));
}

/** Seconds as "0:22". */
export function formatWait(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

import { useLayoutEffect, useState } from 'react';

/** More often than once a second, so that no second is skipped. */
const TICK_MS = 250;

/**
 * Seconds until a point in time, 0 once it has passed.
 *
 * @param until ms since 1970 by this device's clock
 */
export function useCountdown(until: number): number {
  const [now, setNow] = useState(Date.now);
  useLayoutEffect(() => {
    setNow(Date.now());
    if (until <= Date.now()) return;
    const timer = setInterval(() => {
      setNow(Date.now());
      if (until <= Date.now()) clearInterval(timer);
    }, TICK_MS);
    return () => clearInterval(timer);
  }, [until]);
  return Math.max(0, Math.ceil((until - now) / 1000));
}

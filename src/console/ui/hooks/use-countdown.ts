import { useLayoutEffect, useState } from 'react';

/** More often than it is shown, so that no second is left out. */
const TICK_MS = 250;

/**
 * Seconds until a moment, counted down; 0 once it has come.
 *
 * @param until in ms since 1970, by this machine's clock
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

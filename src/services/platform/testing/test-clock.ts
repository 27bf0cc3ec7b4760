import { addSeconds, type Clock } from '#services/platform/clock.ts';

/** A clock that only moves when advanced. */
export interface TestClock extends Clock {
  advance(seconds: number): void;
}

export function createTestClock(start = new Date()): TestClock {
  let now = start;
  return {
    now: () => now,
    advance(seconds) {
      now = addSeconds(now, seconds);
    },
  };
}

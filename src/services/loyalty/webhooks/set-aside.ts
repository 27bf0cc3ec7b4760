import { addSeconds } from '#services/platform/clock.ts';

const SECONDS = 600;
/** Of the oldest, the time has passed or is about to. */
const MAX = 10_000;

/** What this process failed to handle lately, by ID. It is tried again later, without holding up the others. */
export interface SetAside {
  add(id: number, now: Date): void;
  /** The IDs that aren't due again. */
  list(now: Date): number[];
}

export function createSetAside(): SetAside {
  const dueAgain = new Map<number, Date>();
  return {
    add(id, now) {
      dueAgain.set(id, addSeconds(now, SECONDS));
      const [oldest] = dueAgain.keys();
      if (dueAgain.size > MAX && oldest !== undefined) dueAgain.delete(oldest);
    },
    list(now) {
      for (const [id, at] of dueAgain) if (at <= now) dueAgain.delete(id);
      return [...dueAgain.keys()];
    },
  };
}

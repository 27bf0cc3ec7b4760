/** Where every service takes the time from, so that limits are tested without waiting. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

export const DAY_SECONDS = 86_400;

/** The time `seconds` after (or, negative, before) `moment`. */
export function addSeconds(moment: Date, seconds: number): Date {
  return new Date(moment.getTime() + seconds * 1000);
}

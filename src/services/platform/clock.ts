/** The time source of every service, so that tests don't have to wait. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

export const DAY_SECONDS = 86_400;

/** @param seconds negative for a time before `moment` */
export function addSeconds(moment: Date, seconds: number): Date {
  return new Date(moment.getTime() + seconds * 1000);
}

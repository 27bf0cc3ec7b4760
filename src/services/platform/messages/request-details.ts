import { deviceName } from '#contract/account/device-name.ts';
import type { Clock } from '#services/platform/clock.ts';
import { currentContext } from '#services/platform/context.ts';

const TIME = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
});

/** A paragraph of an email with the time, address and browser of the current request. */
export function requestDetails(clock: Clock): string {
  const { ip, userAgent } = currentContext();
  return [
    `Device: ${deviceName(userAgent ?? null)}`,
    `IP address: ${ip ?? 'unknown'}`,
    `Time: ${TIME.format(clock.now())} UTC`,
  ].join('\n');
}

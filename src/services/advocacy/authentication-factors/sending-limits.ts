import { createAttemptCounters } from '#services/advocacy/rate-limits/attempt-counters.ts';
import { type Clock, DAY_SECONDS } from '#services/platform/clock.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { JsonApiError, tooManyRequests } from '#services/platform/json-api/errors.ts';
import type { Channel } from '#services/platform/messages/transport.ts';

/** advocacy.md, Limits. */
export const INTERVAL_SECONDS = 30;
/** Codes to one user within a day. */
const USER_LIMIT = 100;
/** Codes to one number or address within a day, for any user. */
const DESTINATION_LIMIT = 50;

/** Different numbers and addresses that one user may send codes to within a day, before a code was accepted. */
const DESTINATIONS_LIMIT = 10;

interface Sending {
  userId: number;
  channel: Channel;
  /** The number or address. */
  to: string;
  /** Whether a code was accepted, so that the number or address is the user's. */
  isProven: boolean;
}

/** 429: no code may be sent before `retryAt`. */
export class SendingLimitError extends JsonApiError {
  readonly retryAt: Date;

  constructor(retryAt: Date, now: Date, detail: string) {
    const { status, errors, headers } = tooManyRequests(
      (retryAt.getTime() - now.getTime()) / 1000,
      detail,
    );
    super(status, errors, { headers });
    this.retryAt = retryAt;
  }
}

/**
 * Limits of sent codes that are counted apart from the factors: otherwise, deleting and creating a factor
 * in turn would send codes to any number without end. They take part in the transaction, so that a code
 * that isn't sent doesn't count.
 */
export function createSendingLimits(tx: Queries, clock: Clock) {
  const counts = createAttemptCounters(tx, clock);
  const lastKey = ({ userId, channel, to }: Omit<Sending, 'isProven'>) =>
    JSON.stringify(['last code', userId, channel, to]);

  /** Otherwise a user could have codes sent to many strangers. */
  async function countDestination({ userId, to }: Sending): Promise<void> {
    const key = JSON.stringify(['code to', userId, to]);
    const { count } = await counts.add(key, DAY_SECONDS);
    if (count > 1) return;
    const all = await counts.add(JSON.stringify(['destinations', userId]), DAY_SECONDS);
    if (all.count > DESTINATIONS_LIMIT) {
      const detail = `Codes were sent to ${DESTINATIONS_LIMIT} different numbers today. Use one of them, or try again tomorrow.`;
      throw new SendingLimitError(all.endsAt, clock.now(), detail);
    }
  }

  return {
    /** @throws {SendingLimitError} within 30 seconds of the last code, even of a deleted factor */
    async checkInterval(sending: Omit<Sending, 'isProven'>): Promise<void> {
      const last = await counts.find(lastKey(sending), INTERVAL_SECONDS);
      if (last) {
        const detail = 'A code was sent less than 30 seconds ago.';
        throw new SendingLimitError(last.endsAt, clock.now(), detail);
      }
    },

    /**
     * Counts a code.
     * @throws {SendingLimitError} when too many were sent within a day, or to too many destinations
     */
    async record(sending: Sending): Promise<void> {
      if (!sending.isProven) await countDestination(sending);
      await counts.reset(lastKey(sending));
      await counts.add(lastKey(sending), INTERVAL_SECONDS);
      const { userId, channel, to } = sending;
      for (const [key, limit] of [
        [['codes', { userId }], USER_LIMIT],
        [['codes', { channel, to }], DESTINATION_LIMIT],
      ] as const) {
        const { count, endsAt } = await counts.add(JSON.stringify(key), DAY_SECONDS);
        if (count > limit) {
          throw new SendingLimitError(endsAt, clock.now(), 'Too many codes were sent today.');
        }
      }
    },
  };
}

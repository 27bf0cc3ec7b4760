import { eq } from 'drizzle-orm';
import type { Clock } from '#services/platform/clock.ts';
import type { Database } from '#services/platform/database/database.ts';
import { type Claim, createClaims } from '#services/platform/jobs/claims.ts';
import type { Log } from '#services/platform/log.ts';
import type { Encryption } from '#services/platform/secrets/encryption.ts';
import { MESSAGE_TEXT_CONTEXT } from './messages.ts';
import { messages } from './messages-table.ts';
import type { Channel, MessageTransports } from './transport.ts';

/** How long a whole sending may take, however many steps it has: less than the lease. */
const SEND_DEADLINE_MS = 90_000;

export const messageClaims = createClaims({
  table: messages,
  key: 'id',
  batchSize: 10,
  leaseSeconds: 120,
  retry: { firstSeconds: 5, factor: 3, maxSeconds: 900 },
});

type ClaimedMessage = Claim<typeof messages>;

export interface DeliveryDependencies {
  db: Database;
  clock: Clock;
  encryption: Encryption;
  log: Log;
  transports: MessageTransports;
  sendDeadlineMs?: number;
}

/**
 * Sends a batch of due messages. Any number of processes may run it. A process that dies while
 * sending leaves the message to another one, so a user may get it twice but never not at all.
 * @param channel only messages of this channel, so that a slow service doesn't delay the others
 * @returns whether there may be more.
 */
export async function deliverDueMessages(
  dependencies: DeliveryDependencies,
  channel?: Channel,
): Promise<boolean> {
  const { db, clock } = dependencies;
  const ofChannel = channel && eq(messages.channel, channel);
  const claimed = await messageClaims.claimDue(db, clock.now(), ofChannel);
  await Promise.all(claimed.map((message) => deliver(dependencies, message)));
  return claimed.length === messageClaims.batchSize;
}

async function deliver(dependencies: DeliveryDependencies, message: ClaimedMessage): Promise<void> {
  const { db, clock, encryption, log, transports } = dependencies;
  const { sendDeadlineMs = SEND_DEADLINE_MS } = dependencies;
  const { channel, to, subject } = message;
  if (message.expiresAt <= clock.now() || message.text === null) {
    await messageClaims.finish(db, message, { text: null, nextAttemptAt: null });
    return;
  }
  try {
    const transport = transports[channel];
    if (!transport) throw new Error(`No transport is configured for ${channel}`);
    const text = encryption.decrypt(message.text, MESSAGE_TEXT_CONTEXT);
    const deadline = AbortSignal.timeout(sendDeadlineMs);
    await transport.send({ channel, to, subject, text }, deadline);
    await messageClaims.finish(db, message, {
      attempts: message.attempts + 1,
      sentAt: clock.now(),
      nextAttemptAt: null,
      lastError: null,
      ...(transport.storesText ? {} : { text: null }),
    });
  } catch (error) {
    const { outcome, waitSeconds } = messageClaims.fail(message, error, clock.now());
    log.warn(
      { message: message.id, channel, attempts: outcome.attempts, wait: waitSeconds, err: error },
      'a message could not be sent; will retry',
    );
    await messageClaims.finish(db, message, outcome);
  }
}

import { and, asc, eq, inArray, lte } from 'drizzle-orm';
import { addSeconds, type Clock } from '#services/platform/clock.ts';
import type { Database } from '#services/platform/database/database.ts';
import type { Log } from '#services/platform/log.ts';
import type { Encryption } from '#services/platform/secrets/encryption.ts';
import { MESSAGE_TEXT_CONTEXT } from './messages.ts';
import { messages } from './messages-table.ts';
import type { MessageTransports } from './transport.ts';

/** How many are sent side by side. */
const BATCH = 10;
/** How long a claim holds: longer than any transport's time limit, so that nobody sends a second time. */
const LEASE_SECONDS = 60;
const FIRST_WAIT_SECONDS = 5;
const LONGEST_WAIT_SECONDS = 900;
const ERROR_LENGTH = 500;

type Message = typeof messages.$inferSelect;

export interface DeliveryDependencies {
  db: Database;
  clock: Clock;
  encryption: Encryption;
  log: Log;
  transports: MessageTransports;
}

/**
 * Sends a batch of the messages that are due. Any number of processes may do so at once: each
 * message is claimed by one of them. A process that dies while sending leaves the message to be
 * sent again, so a person may get it twice but never not at all.
 * @returns whether there may be more.
 */
export async function deliverDueMessages(dependencies: DeliveryDependencies): Promise<boolean> {
  const claimed = await claimDue(dependencies);
  await Promise.all(claimed.map((message) => deliver(dependencies, message)));
  return claimed.length === BATCH;
}

async function claimDue({ db, clock }: DeliveryDependencies): Promise<Message[]> {
  const now = clock.now();
  return db.transaction(async (tx) => {
    const due = await tx
      .select()
      .from(messages)
      .where(lte(messages.nextAttemptAt, now))
      .orderBy(asc(messages.nextAttemptAt), asc(messages.id))
      .limit(BATCH)
      .for('update', { skipLocked: true });
    if (due.length === 0) return [];
    const nextAttemptAt = addSeconds(now, LEASE_SECONDS);
    const ids = due.map(({ id }) => id);
    await tx.update(messages).set({ nextAttemptAt }).where(inArray(messages.id, ids));
    return due.map((message) => ({ ...message, nextAttemptAt }));
  });
}

async function deliver(dependencies: DeliveryDependencies, message: Message): Promise<void> {
  const { clock, encryption, transports } = dependencies;
  if (message.expiresAt <= clock.now() || message.text === null) {
    return finish(dependencies, message, { text: null, nextAttemptAt: null });
  }
  try {
    const transport = transports[message.channel];
    if (!transport) throw new Error(`No transport is configured for ${message.channel}`);
    const { channel, to, subject } = message;
    const text = encryption.decrypt(message.text, MESSAGE_TEXT_CONTEXT);
    await transport.send({ channel, to, subject, text });
    await finish(dependencies, message, {
      attempts: message.attempts + 1,
      sentAt: clock.now(),
      nextAttemptAt: null,
      lastError: null,
      ...(transport.storesText ? {} : { text: null }),
    });
  } catch (error) {
    await postpone(dependencies, message, error);
  }
}

async function postpone(dependencies: DeliveryDependencies, message: Message, error: unknown) {
  const { clock, log } = dependencies;
  const attempts = message.attempts + 1;
  const wait = Math.min(FIRST_WAIT_SECONDS * 3 ** message.attempts, LONGEST_WAIT_SECONDS);
  const lastError = (error instanceof Error ? error.message : String(error)).slice(0, ERROR_LENGTH);
  log.warn(
    { message: message.id, channel: message.channel, attempts, wait, err: error },
    'a message could not be sent and is tried again',
  );
  await finish(dependencies, message, {
    attempts,
    nextAttemptAt: addSeconds(clock.now(), wait),
    lastError,
  });
}

/** Writes the outcome, unless the claim ran out and another process has the message by now. */
async function finish(
  { db }: DeliveryDependencies,
  { id, nextAttemptAt }: Message,
  outcome: Partial<Message>,
): Promise<void> {
  const isStillOurs =
    nextAttemptAt === null ? undefined : eq(messages.nextAttemptAt, nextAttemptAt);
  await db
    .update(messages)
    .set(outcome)
    .where(and(eq(messages.id, id), isStillOurs));
}

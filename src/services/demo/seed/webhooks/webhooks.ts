import { and, eq, gt, inArray, or } from 'drizzle-orm';
import { createRandom } from '#services/demo/seed/random.ts';
import { processEvents } from '#services/gateway/inbox/process/process-events.ts';
import { createWebhookReceiver } from '#services/gateway/inbox/receive/receive-webhook.ts';
import { listMembersWhere } from '#services/loyalty/members/members-store.ts';
import { members } from '#services/loyalty/members/members-table.ts';
import { type Program, programs } from '#services/loyalty/programs/programs-table.ts';
import { toMemberInfo } from '#services/loyalty/webhooks/member-info.ts';
import { addSeconds, DAY_SECONDS } from '#services/platform/clock.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { JsonApiError } from '#services/platform/json-api/errors.ts';
import type { Log } from '#services/platform/log.ts';
import type { Encryption } from '#services/platform/secrets/encryption.ts';
import { createPastDeliveries } from './past-deliveries.ts';
import {
  createReceived,
  type ReceivedWebhook,
  signatureHeaders,
  toReceivedWebhooks,
} from './received-webhooks.ts';
import { seedSentWebhooks } from './sent-webhooks.ts';

/** Events are about the first members of the program. */
const EVENT_MEMBERS = 120;

interface SeedOptions {
  now: Date;
  log: Log;
  encryption: Encryption;
  /** The team must be connected to the program. */
  teamId: number;
  partnerId: string;
  /** Signs the events to the team's inbox. */
  secret: string;
}

/**
 * Fills a program's webhook log and its team's inbox with the last nine days: accepted, repeated and
 * invalid requests.
 */
export async function seedWebhooks(db: Queries, options: SeedOptions): Promise<void> {
  const { now, log, partnerId, secret } = options;
  const [program] = await db.select().from(programs).where(eq(programs.partnerId, partnerId));
  if (!program) throw new Error(`There is no program ${partnerId}`);
  const deliveries = createPastDeliveries(
    createRandom(4181),
    await listEventMembers(db, program),
    now,
  );
  await seedSentWebhooks(db, program.id, deliveries);
  const requests = [
    ...deliveries.flatMap((delivery) => toReceivedWebhooks(delivery, secret)),
    ...createInvalidWebhooks(deliveries.at(-2)?.body ?? '{}', secret, now),
  ].sort((a, b) => a.receivedAt.getTime() - b.receivedAt.getTime());
  const receiver = createWebhookReceiver({ db, encryption: options.encryption });
  for (const webhook of requests) {
    await receive(receiver, options.teamId, webhook);
    const processedAt = addSeconds(webhook.receivedAt, 1);
    while (await processEvents(db, { now: () => processedAt }, log));
  }
}

async function listEventMembers(db: Queries, program: Program) {
  const rows = await listMembersWhere(
    db,
    and(
      eq(members.programId, program.id),
      eq(members.status, 'active'),
      or(gt(members.qualifiedPoints, 0), gt(members.purchases, 0)),
      inArray(
        members.memberId,
        Array.from({ length: EVENT_MEMBERS }, (_, n) => `M-${String(n + 1).padStart(6, '0')}`),
      ),
    ),
  );
  const all = rows.map((row) => toMemberInfo(row, program));
  const upgraded = rows
    .filter(({ member, tier }) => tier && tier.name !== 'Bronze' && member.qualifiedPoints > 0)
    .map((row) => toMemberInfo(row, program));
  return { all, upgraded };
}

/** Receives a request like the inbox does, which also stores rejected ones. */
async function receive(
  receiver: ReturnType<typeof createWebhookReceiver>,
  teamId: number,
  { body, ...webhook }: ReceivedWebhook,
): Promise<void> {
  const incoming = { teamId, ...webhook };
  try {
    if (body === undefined) await receiver.storeTooLarge(incoming);
    else await receiver.receive({ ...incoming, body });
  } catch (error) {
    const isExpected = error instanceof JsonApiError && [400, 401].includes(error.status);
    if (!isExpected) throw error;
  }
}

const HOUR_SECONDS = 3600;

/**
 * Requests of somebody who tries out an inbox with their own tools and makes typical mistakes.
 * @param body of an earlier delivery, which is sent again
 */
function createInvalidWebhooks(body: string, secret: string, now: Date): ReceivedWebhook[] {
  const daysAgo = (days: number) => addSeconds(now, -days * DAY_SECONDS - 2_000);
  /** Signed for `body`, but sent with another body. */
  const resent = (days: number, sent: string): ReceivedWebhook => ({
    ...createReceived(body, secret, daysAgo(days)),
    body: Buffer.from(sent),
  });
  const signedAt = (days: number, nonceOf: (at: Date) => Date): ReceivedWebhook => {
    const at = daysAgo(days);
    return { ...createReceived(body, secret, at), ...signatureHeaders(body, secret, nonceOf(at)) };
  };
  return [
    resent(6, JSON.stringify(JSON.parse(body), null, 2)),
    resent(5.9, `${body}\n`),
    // Seconds instead of milliseconds.
    signedAt(5.8, (at) => new Date(Math.floor(at.getTime() / 1000))),
    signedAt(5.7, (at) => addSeconds(at, -HOUR_SECONDS)),
    createReceived('{"events": "none"}', secret, daysAgo(5.6)),
    // Too large.
    { ...createReceived(body, secret, daysAgo(5.5)), body: undefined },
  ];
}

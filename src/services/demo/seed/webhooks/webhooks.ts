import { and, eq, gt, inArray, or } from 'drizzle-orm';
import { createRandom } from '#services/demo/seed/random.ts';
import { processEvents } from '#services/gateway/inbox/process/process-events.ts';
import { receiveWebhook, storeTooLarge } from '#services/gateway/inbox/receive/receive-webhook.ts';
import { listMembersWhere } from '#services/loyalty/members/members-store.ts';
import { members } from '#services/loyalty/members/members-table.ts';
import { type Program, programs } from '#services/loyalty/programs/programs-table.ts';
import { toMemberInfo } from '#services/loyalty/webhooks/member-info.ts';
import { addSeconds } from '#services/platform/clock.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { JsonApiError } from '#services/platform/json-api/errors.ts';
import type { Log } from '#services/platform/log.ts';
import type { Encryption } from '#services/platform/secrets/encryption.ts';
import { createInvalidWebhooks } from './invalid-webhooks.ts';
import { createPastDeliveries } from './past-deliveries.ts';
import { type ReceivedWebhook, toReceivedWebhooks } from './received-webhooks.ts';
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
  for (const webhook of requests) {
    await receive(db, webhook, options);
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
  db: Queries,
  { body, ...webhook }: ReceivedWebhook,
  { teamId, encryption }: SeedOptions,
): Promise<void> {
  const incoming = { teamId, ...webhook };
  const dependencies = { db, encryption };
  try {
    if (body === undefined) await storeTooLarge(incoming, dependencies);
    else await receiveWebhook({ ...incoming, body }, dependencies);
  } catch (error) {
    const isExpected = error instanceof JsonApiError && [400, 401].includes(error.status);
    if (!isExpected) throw error;
  }
}

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
import { mistakenWebhooks } from './invalid-webhooks.ts';
import { createPastDeliveries } from './past-deliveries.ts';
import { type ReceivedWebhook, receivedWebhooks } from './received-webhooks.ts';
import { seedSentWebhooks } from './sent-webhooks.ts';

/** The members that events are about are among the program's first. */
const CAST = 120;

interface SeedOptions {
  now: Date;
  log: Log;
  encryption: Encryption;
  /** The team is connected with the program already. */
  teamId: number;
  partnerId: string;
  /** What the events to the team's inbox are signed with. */
  secret: string;
}

/**
 * Fills a program's log of sent webhooks and its team's inbox with the last nine days: what was
 * taken, what came twice, and the mistakes that people make when they try the address out.
 */
export async function seedWebhooks(db: Queries, options: SeedOptions): Promise<void> {
  const { now, log, partnerId, secret } = options;
  const [program] = await db.select().from(programs).where(eq(programs.partnerId, partnerId));
  if (!program) throw new Error(`There is no program of ${partnerId}`);
  const deliveries = createPastDeliveries(createRandom(4181), await castOf(db, program), now);
  await seedSentWebhooks(db, program.id, deliveries);
  const all = [
    ...deliveries.flatMap((delivery) => receivedWebhooks(delivery, secret)),
    ...mistakenWebhooks(deliveries.at(-2)?.body ?? '{}', secret, now),
  ].sort((a, b) => a.receivedAt.getTime() - b.receivedAt.getTime());
  for (const webhook of all) {
    await receive(db, webhook, options);
    const processedAt = addSeconds(webhook.receivedAt, 1);
    while (await processEvents(db, { now: () => processedAt }, log));
  }
}

async function castOf(db: Queries, program: Program) {
  const rows = await listMembersWhere(
    db,
    and(
      eq(members.programId, program.id),
      eq(members.status, 'active'),
      or(gt(members.qualifiedPoints, 0), gt(members.purchases, 0)),
      inArray(
        members.memberId,
        Array.from({ length: CAST }, (_, n) => `M-${String(n + 1).padStart(6, '0')}`),
      ),
    ),
  );
  const everybody = rows.map((row) => toMemberInfo(row, program));
  const upgraded = rows
    .filter(({ member, tier }) => tier && tier.name !== 'Bronze' && member.qualifiedPoints > 0)
    .map((row) => toMemberInfo(row, program));
  return { everybody, upgraded };
}

/** As the inbox does, which keeps what it refuses too. */
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
    const isKept = error instanceof JsonApiError && [400, 401].includes(error.status);
    if (!isKept) throw error;
  }
}

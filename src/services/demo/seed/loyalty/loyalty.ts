import { and, eq, getTableColumns, inArray, like, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { createRandom, type Random } from '#services/demo/seed/random.ts';
import { inboxUrl } from '#services/gateway/gateway-addresses.ts';
import { activities } from '#services/loyalty/activities/activities-table.ts';
import { members } from '#services/loyalty/members/members-table.ts';
import { pointTransactions } from '#services/loyalty/points/point-transactions-table.ts';
import { apiKeys, programs } from '#services/loyalty/programs/programs-table.ts';
import { type Tier, tiers } from '#services/loyalty/tiers/tiers-table.ts';
import { createWebhookTarget } from '#services/loyalty/webhooks/targets/webhook-targets.ts';
import { webhookTargets } from '#services/loyalty/webhooks/webhook-targets-table.ts';
import { addSeconds, DAY_SECONDS } from '#services/platform/clock.ts';
import type { Database, Queries } from '#services/platform/database/database.ts';
import { jsonRows } from '#services/platform/database/json-rows.ts';
import { one } from '#services/platform/database/one.ts';
import { digest } from '#services/platform/secrets/digest.ts';
import type { Encryption } from '#services/platform/secrets/encryption.ts';
import { DEMO_PROGRAMS, type DemoProgram, FULL_PROGRAM } from './demo-programs.ts';
import { DEMO_ACTIVITIES } from './loyalty-activities.ts';
import { createMember } from './loyalty-members.ts';
import type { EarningActivities } from './loyalty-points.ts';

/** Rows per statement. */
const BATCH = 1000;

const TIERS: Pick<Tier, 'name' | 'threshold' | 'translations'>[] = [
  { name: 'Bronze', threshold: 0, translations: { Français: 'Bronze', Deutsch: 'Bronze' } },
  { name: 'Silver', threshold: 1000, translations: { Français: 'Argent', Deutsch: 'Silber' } },
  { name: 'Gold', threshold: 5000, translations: { Français: 'Or', Deutsch: 'Gold' } },
  { name: 'Platinum', threshold: 15_000, translations: { Français: 'Platine', Deutsch: 'Platin' } },
];

interface SeedOptions {
  now: Date;
  encryption: Encryption;
  /** The inbox that receives the events of the full program. */
  webhookUrl: string;
}

/** Fills an empty database with the demo's loyalty programs (operating.md, Demo data). */
export async function seedLoyalty(
  db: Queries,
  { now, encryption, webhookUrl }: SeedOptions,
): Promise<void> {
  // With this seed the first members are varied, with names in scripts that every machine can display.
  const random = createRandom(11_522);
  await db.transaction(async (tx) => {
    for (const program of DEMO_PROGRAMS) {
      const programId = await seedProgram(tx, random, program, now);
      if (program === FULL_PROGRAM) {
        await createWebhookTarget(tx, encryption, {
          programId,
          url: webhookUrl,
          secret: program.webhookSecret,
        });
      }
    }
  });
}

/**
 * Points the demo's webhook to the current inbox URL, because the port may change at each start.
 * Webhooks that an operator added are not changed.
 */
export async function updateDemoWebhookUrl(db: Database, webhookUrl: string): Promise<void> {
  const demo = db
    .select({ id: programs.id })
    .from(programs)
    .where(eq(programs.partnerId, FULL_PROGRAM.partnerId));
  const path = inboxUrl('', FULL_PROGRAM.teamId);
  await db
    .update(webhookTargets)
    .set({ url: webhookUrl })
    .where(and(inArray(webhookTargets.programId, demo), like(webhookTargets.url, `%${path}`)));
}

async function seedProgram(
  db: Queries,
  random: Random,
  demo: DemoProgram,
  now: Date,
): Promise<number> {
  const { partnerId, apiKey, name } = demo;
  const { id: programId } = one(
    await db
      .insert(programs)
      .values({
        partnerId,
        name,
        referralBaseUrl: 'https://shop.example.test/welcome?ref=',
        pointsExpireAfterDays: 365,
        tierPeriodMonths: 12,
      })
      .returning({ id: programs.id }),
  );
  await db.insert(apiKeys).values({
    programId,
    name: 'Demo',
    digest: digest(apiKey),
    lastFour: apiKey.slice(-4),
  });
  const tierRows = await db
    .insert(tiers)
    .values(TIERS.map((tier) => ({ ...tier, programId, serviceId: random.hex(24) })))
    .returning();
  const activityRows = await db
    .insert(activities)
    .values(
      DEMO_ACTIVITIES.map((activity, index) => ({
        ...activity,
        programId,
        serviceId: random.hex(24),
        createdAt: addSeconds(now, -(900 - index * 20) * DAY_SECONDS),
        modifiedAt: addSeconds(now, -(80 - index) * DAY_SECONDS),
      })),
    )
    .returning({ id: activities.id, activityId: activities.activityId });
  const activityIds = new Map(activityRows.map(({ id, activityId }) => [activityId, id]));
  const options = { programId, tiers: tierRows, activities: earningActivities(activityIds), now };
  await seedMembers(db, random, options, demo.members);
  return programId;
}

/** Activities without a bonus or a condition, so that each earns what its page says. */
const FIXED = ['store_visit', 'review', 'quiz', 'app_download', 'tree', 'subscription', 'renewal'];

function earningActivities(ids: ReadonlyMap<string, number>): EarningActivities {
  const idOf = (activityId: string) => ids.get(activityId) as number;
  return {
    welcomeId: idOf('welcome'),
    purchaseId: idOf('purchase'),
    fixedIds: new Map(FIXED.map((activityId) => [fixedPoints(activityId), idOf(activityId)])),
    approved: { id: idOf('unboxing'), points: fixedPoints('unboxing') },
  };
}

function fixedPoints(activityId: string): number {
  const activity = DEMO_ACTIVITIES.find((each) => each.activityId === activityId);
  const { pointsConfig } = activity ?? {};
  return pointsConfig && 'points' in pointsConfig ? Number(pointsConfig.points) : 0;
}

async function seedMembers(
  db: Queries,
  random: Random,
  options: Omit<Parameters<typeof createMember>[1], 'serial'>,
  total: number,
): Promise<void> {
  const seeded = Array.from({ length: total }, (_, index) =>
    createMember(random, { ...options, serial: index + 1 }),
  );
  const ids: number[] = [];
  for (const batch of inBatches(seeded)) {
    const rows = batch.map(({ row }) => row);
    ids.push(...(await insertRows(db, members, rows)));
  }
  const transactions = seeded.flatMap((member, index) =>
    member.transactions.map((transaction) => ({ ...transaction, memberId: ids[index] as number })),
  );
  for (const batch of inBatches(transactions)) await insertRows(db, pointTransactions, batch);
  const { programId } = options;
  // One in eight was referred by an earlier member.
  await db.execute(sql`
    update ${members} set referrer_id = (
      select referrer.id from ${members} referrer
      where referrer.program_id = ${programId} and referrer.enrolled_at < ${members}.enrolled_at
        and referrer.id = ${ids[0]} + (${members}.id * 7919) % ${total}
    )
    where program_id = ${programId} and id % 8 = 0`);
}

/**
 * Inserts many rows by one parameter, in a fraction of the time.
 * @returns their ids, in the same order
 */
async function insertRows(
  db: Queries,
  table: PgTable,
  rows: Record<string, unknown>[],
): Promise<number[]> {
  const tableColumns: Record<string, PgColumn> = getTableColumns(table);
  const keys = new Set(rows.flatMap((row) => Object.keys(row)));
  const defaults = Array.from(keys, (key) => [key, tableColumns[key]?.default ?? null] as const);
  const complete = rows.map((row) => ({ ...Object.fromEntries(defaults), ...row }));
  const { columns, source } = jsonRows(table, complete);
  const inserted = await db.execute<{ id: string }>(sql`
    insert into ${table} (${columns})
    select ${columns} from ${source} order by ordinality returning id::text`);
  return inserted.rows.map(({ id }) => Number(id));
}

function inBatches<Row>(rows: Row[]): Row[][] {
  return Array.from({ length: Math.ceil(rows.length / BATCH) }, (_, index) =>
    rows.slice(index * BATCH, (index + 1) * BATCH),
  );
}

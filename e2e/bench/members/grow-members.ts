import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import { memberTagCounters } from '#services/loyalty/members/counters/member-counters-table.ts';
import { members } from '#services/loyalty/members/members-table.ts';
import type { Database, Storage } from '#services/platform/database/database.ts';
import { FIGURES, WRITE_FIGURES } from '#services/platform/database/figures/figures.ts';
import { mendFigure } from '#services/platform/jobs/check-figures.ts';

/** The seeded program that is enlarged. */
export const PROGRAM_ID = 1;
/** Of the demo's first program. */
export const CREDENTIALS = { 'api-key': 'patron-demo-api-key', 'partner-id': 'patron-demo' };
/** How many members the demo seeds in it. */
export const SEEDED_MEMBERS = 5000;

/** The distance between the ids of a member and its first copy: more than the demo has members. */
const ID_STEP = 10_000;

/** Columns that must differ between a member and its copy; its referrer is from the same copy. */
const ownValues = (copy: number): Record<string, SQL> => ({
  id: sql`id + ${copy * ID_STEP}`,
  referrer_id: sql`referrer_id + ${copy * ID_STEP}`,
  service_id: sql`md5(service_id || ${copy}::text)`,
  member_id: sql`member_id || '-' || ${copy}::text`,
  referral_code: sql`referral_code || '-' || ${copy}::text`,
  email_address: sql`replace(email_address, '@', ${`+${copy}@`})`,
  unique_email: sql`null`,
  unique_phone: sql`null`,
});

/**
 * Enlarges a program by copying the seeded members under new ids. Inserting a million rows takes less
 * than a minute because indexes are dropped first and recreated afterwards, and foreign keys are not
 * checked: they hold because each copy is complete.
 *
 * @param from the current number of members; like `to` a multiple of the seeded number
 */
export async function growMembers({ db }: Storage, from: number, to: number): Promise<void> {
  const [first, last] = [from / SEEDED_MEMBERS, to / SEEDED_MEMBERS - 1];
  if (first > last) return;
  const rebuildIndexes = await dropIndexes(db);
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    // One at a time: rows are inserted in the order of their ids, so nothing has to be sorted.
    for (let copy = first; copy <= last; copy++) await tx.execute(copySeeded(copy));
  });
  await rebuildIndexes();
  for (const figure of FIGURES) await mendFigure(db, figure);
  await db.execute(sql`vacuum analyze ${members}`);
}

/** Writes the counters of tags as if each member had a tag that no other has. */
export async function giveDistinctTags(db: Database): Promise<void> {
  await db.execute(sql`drop index loyalty_member_tag_counters_tags_index`);
  await db.execute(sql`truncate ${memberTagCounters}`);
  await db.transaction(async (tx) => {
    await tx.execute(sql.raw(WRITE_FIGURES));
    await tx.execute(sql`
    insert into ${memberTagCounters} (program_id, status, tags_digest, tags, total)
    select program_id, status, md5(id::text), tags || ('own-' || id), 1
    from ${members} where deleted_at is null`);
  });
  await db.execute(
    sql`create index loyalty_member_tag_counters_tags_index on ${memberTagCounters} using gin (tags)`,
  );
  await db.execute(sql`vacuum analyze ${memberTagCounters}`);
}

function copySeeded(copy: number): SQL {
  const names = Object.values(getTableColumns(members)).map(({ name }) => name);
  const own = ownValues(copy);
  const values = names.map((name) => own[name] ?? sql.identifier(name));
  return sql`
    insert into ${members} (${sql.join(
      names.map((name) => sql.identifier(name)),
      sql`, `,
    )})
    overriding system value
    select ${sql.join(values, sql`, `)}
    from ${members} where program_id = ${PROGRAM_ID} and id < ${ID_STEP}
    order by id`;
}

/** @returns a function that recreates them */
async function dropIndexes(db: Database): Promise<() => Promise<void>> {
  const { rows } = await db.execute<{ name: string; definition: string }>(sql`
    select indexname as name, indexdef as definition from pg_indexes
    where tablename = 'loyalty_members' and indexname <> 'loyalty_members_pkey'`);
  for (const { name } of rows) await db.execute(sql`drop index ${sql.identifier(name)}`);
  return async () => {
    for (const { definition } of rows) await db.execute(sql.raw(definition));
  };
}

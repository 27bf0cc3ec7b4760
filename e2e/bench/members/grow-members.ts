import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import { memberCounters } from '#services/loyalty/tables/member-counters-table.ts';
import { members } from '#services/loyalty/tables/members-table.ts';
import type { Database, Storage } from '#services/platform/database/database.ts';

/** Of the seeded program that is grown. */
export const PROGRAM_ID = 1;
/** How many members the demo seeds there. */
export const SEEDED_MEMBERS = 5000;

/** How far apart the ids of a member and its first copy are: more than the demo has members in all. */
const ID_STEP = 10_000;

/** What a copy can't share with the member that it is made of; its referrer is of the same copy. */
const ownValues = (copy: number): Record<string, SQL> => ({
  id: sql`id + ${copy * ID_STEP}`,
  referrer_id: sql`referrer_id + ${copy * ID_STEP}`,
  service_id: sql`md5(service_id || ${copy}::text)`,
  member_id: sql`member_id || '-' || ${copy}::text`,
  referral_code: sql`referral_code || '-' || ${copy}::text`,
  unique_email: sql`null`,
  unique_phone: sql`null`,
});

/**
 * Makes a program of many members by copying the seeded ones under new ids. A million rows come in
 * within a minute where nothing is indexed or checked a row at a time: the indexes are made again
 * after it, and foreign keys hold because each copy is whole.
 * @param from how many members there are, a multiple of those seeded like `to`.
 */
export async function growMembers({ db }: Storage, from: number, to: number): Promise<void> {
  const [first, last] = [from / SEEDED_MEMBERS, to / SEEDED_MEMBERS - 1];
  if (first > last) return;
  const rebuildIndexes = await dropIndexes(db);
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    // One at a time: the rows lie in the order of their ids, and nothing has to be sorted.
    for (let copy = first; copy <= last; copy++) await tx.execute(copySeeded(copy));
  });
  await rebuildIndexes();
  await db.execute(sql`
    update ${memberCounters} set total =
      (select count(*) from ${members}
        where program_id = ${PROGRAM_ID} and status = loyalty_member_counters.status
          and deleted_at is null)
    where program_id = ${PROGRAM_ID}`);
  await db.execute(sql`vacuum analyze ${members}`);
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

/** @returns makes them again. */
async function dropIndexes(db: Database): Promise<() => Promise<void>> {
  const { rows } = await db.execute<{ name: string; definition: string }>(sql`
    select indexname as name, indexdef as definition from pg_indexes
    where tablename = 'loyalty_members' and indexname <> 'loyalty_members_pkey'`);
  for (const { name } of rows) await db.execute(sql`drop index ${sql.identifier(name)}`);
  return async () => {
    for (const { definition } of rows) await db.execute(sql.raw(definition));
  };
}

import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import { directoryMembers } from '#services/gateway/directory/directory-members-table.ts';
import type { Queries, Storage } from '#services/platform/database/database.ts';
import { WRITE_FIGURES } from '#services/platform/database/figures/figures.ts';
import { SEEDED_MEMBERS } from './grow-members.ts';

/**
 * Adds the members to team 1's directory that `growMembers` added to the program, as a crawl would, in a
 * tenth of its time. Only similar spellings of their addresses are not found.
 *
 * @param from the number of members that are there already; like `to` a multiple of the seeded number
 */
export async function growDirectory({ db }: Storage, from: number, to: number): Promise<void> {
  const { rows: indexes } = await db.execute<{ name: string; definition: string }>(sql`
    select indexname as name, indexdef as definition from pg_indexes
    where tablename = 'directory_members' and indexname not in (
      select conname from pg_constraint where conrelid = 'directory_members'::regclass)`);
  for (const { name } of indexes) await db.execute(sql`drop index ${sql.identifier(name)}`);
  await db.transaction(async (tx) => {
    await tx.execute(sql.raw(WRITE_FIGURES));
    for (let copy = from / SEEDED_MEMBERS; copy < to / SEEDED_MEMBERS; copy += 1) {
      await copyFirst(tx, copy);
    }
    // Each counter is of members that are copied equally often.
    await tx.execute(sql`
      update directory_counts set members = members * ${to}::bigint / ${from}::bigint,
        points = points * ${to}::bigint / ${from}::bigint`);
  });
  for (const { definition } of indexes) await db.execute(sql.raw(definition));
}

/** The enrollment of a copy: at another time in the same month, because the counters are by month. */
const enrolledAt = (copy: number) => sql`
  case when enrolled_at = to_timestamp(0) then enrolled_at else
    date_trunc('month', enrolled_at, 'UTC') + make_interval(secs => mod(
      extract(epoch from enrolled_at - date_trunc('month', enrolled_at, 'UTC')) + ${copy * 54_321},
      28 * 86400)::float8) end`;

/** Columns in which a copy differs from its member. */
const ownValues = (copy: number): Record<string, SQL> => ({
  service_id: sql`new_id`,
  member_id: sql`new_member_id`,
  email_address: sql`new_email`,
  referrer_id: sql`md5(referrer_id || ${copy}::text)`,
  enrolled_at: enrolledAt(copy),
  words: sql`
    array_to_tsvector(array(
      select case when lexeme in ('1:' || service_id, '1:=' || service_id)
          then replace(lexeme, service_id, new_id)
        when lexeme like '%@%' then replace(lexeme, '@', ${`+${copy}@`})
        when lexeme in ('1:' || lower(member_id), '1:=' || lower(member_id))
          then lexeme || '-' || ${copy}::text
        else lexeme end
      from unnest(words)))`,
  document: sql`
    replace(replace(replace(document, service_id, new_id), '"' || member_id || '"', '"' || new_member_id || '"'),
      email_address, new_email)`,
});

/** Adds the copies of the seeded members, which the directory has. */
async function copyFirst(db: Queries, copy: number): Promise<void> {
  const own = ownValues(copy);
  const columns = Object.values(getTableColumns(directoryMembers))
    .map(({ name }) => name)
    .filter((name) => name !== 'row');
  const names = columns.map((name) => sql.identifier(name));
  const values = columns.map((name) => own[name] ?? sql.identifier(name));
  await db.execute(sql`
    with seeded as (
      select *, md5(service_id || ${copy}::text) as new_id, member_id || '-' || ${copy}::text as new_member_id,
        replace(email_address, '@', ${`+${copy}@`}) as new_email
      from ${directoryMembers} where team_id = 1 and member_id ~ '^M-[0-9]+$')
    insert into ${directoryMembers} (${sql.join(names, sql`, `)})
    select ${sql.join(values, sql`, `)} from seeded`);
}

import { sql } from 'drizzle-orm';
import { directoryMembers } from '#services/gateway/directory/directory-members-table.ts';
import type { Storage } from '#services/platform/database/database.ts';
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
  for (let copy = from / SEEDED_MEMBERS; copy < to / SEEDED_MEMBERS; copy += 1) {
    await copyFirst(db, copy);
  }
  for (const { definition } of indexes) await db.execute(sql.raw(definition));
  // Each counter is of members that are copied equally often.
  await db.execute(sql`
    update directory_counts set members = members * ${to}::bigint / ${from}::bigint,
      points = points * ${to}::bigint / ${from}::bigint`);
}

/** The enrollment of a copy: at another time in the same month, because the counters are by month. */
const enrolledAt = (copy: number) => sql`
  case when enrolled_at = to_timestamp(0) then enrolled_at else
    date_trunc('month', enrolled_at, 'UTC') + make_interval(secs => mod(
      extract(epoch from enrolled_at - date_trunc('month', enrolled_at, 'UTC')) + ${copy * 54_321},
      28 * 86400)::float8) end`;

/** Adds the copies of the seeded members, which the directory has. */
async function copyFirst(db: Storage['db'], copy: number): Promise<void> {
  await db.execute(sql`
    with seeded as (
      select *, md5(service_id || ${copy}::text) as new_id, member_id || '-' || ${copy}::text as new_member_id,
        replace(email_address, '@', ${`+${copy}@`}) as new_email
      from ${directoryMembers} where team_id = 1 and member_id ~ '^M-[0-9]+$')
    insert into ${directoryMembers} (team_id, service_id, member_id, first_name, last_name, email_address,
      phone_number, status, tier_id, tier_name, points, tags, referrer_id, enrollment_date, modified_date,
      enrolled_at, changed_at, name_key, words, document, read_at)
    select team_id, new_id, new_member_id, first_name, last_name, new_email, phone_number, status, tier_id,
      tier_name, points, tags, md5(referrer_id || ${copy}::text), enrollment_date, modified_date,
      ${enrolledAt(copy)}, changed_at, name_key,
      array_to_tsvector(array(
        select case when lexeme in ('1:' || service_id, '1:=' || service_id)
            then replace(lexeme, service_id, new_id)
          when lexeme like '%@%' then replace(lexeme, '@', ${`+${copy}@`})
          when lexeme in ('1:' || lower(member_id), '1:=' || lower(member_id))
            then lexeme || '-' || ${copy}::text
          else lexeme end
        from unnest(words))),
      replace(replace(replace(document, service_id, new_id), '"' || member_id || '"', '"' || new_member_id || '"'),
        email_address, new_email),
      read_at
    from seeded`);
}

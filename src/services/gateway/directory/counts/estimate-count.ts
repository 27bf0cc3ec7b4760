import { type SQL, sql } from 'drizzle-orm';
import { directoryMembers } from '#services/gateway/directory/directory-members-table.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { one } from '#services/platform/database/one.ts';
import { countFiltered } from './read-counts.ts';

/** The estimate of a quarter of all members is then within 2 percent, 19 times of 20. */
const SAMPLED_MEMBERS = 40_000;
/** Rows are sampled whatever their team is. With fewer of the team, an estimate would be too rough. */
const SAMPLED_ROWS_MAX = 4 * SAMPLED_MEMBERS;
const SAMPLED_MEMBERS_MIN = 10_000;
const SIGNIFICANT_DIGITS = 2;

interface EstimateOptions {
  /** As many members are counted instead. */
  countedMembers: number;
  now: Date;
}

/**
 * About how many members match, from a sample of them that stays the same.
 *
 * @returns undefined if they are few enough to count
 */
export async function estimateCount(
  db: Queries,
  teamId: number,
  where: SQL | undefined,
  { countedMembers, now }: EstimateOptions,
): Promise<number | undefined> {
  const members = (await countFiltered(db, teamId, {}, now)) ?? 0;
  if (members <= countedMembers) return undefined;
  const { rows } = await db.execute<{ all: number }>(sql`
    select reltuples::float8 as all from pg_class where oid = 'directory_members'::regclass`);
  const all = Math.max(members, one(rows).all);
  const share = Math.min(1, SAMPLED_MEMBERS / members, SAMPLED_ROWS_MAX / all);
  const result = await db.execute<{ sampled: number; matching: number }>(sql`
    select count(*)::int as sampled, (count(*) filter (where ${where}))::int as matching
    from ${directoryMembers} tablesample system (${share * 100}::float8) repeatable (1)
    where team_id = ${teamId}`);
  const { sampled, matching } = one(result.rows);
  if (share < 1 && sampled < SAMPLED_MEMBERS_MIN) return undefined;
  const estimate = (members * matching) / Math.max(1, sampled);
  if (estimate <= countedMembers) return undefined;
  return Number(estimate.toPrecision(SIGNIFICANT_DIGITS));
}

import { type SQL, sql } from 'drizzle-orm';
import type { Queries } from '#services/platform/database/database.ts';

/** Stored figures, and the same counted from their rows: for each, its keys and its number. */
const FIGURES: Record<string, { stored: SQL; fresh: SQL }> = {
  'members by status': {
    stored: sql`select program_id, status, total from loyalty_member_counters`,
    fresh: sql`
      select program_id, status, count(*) from loyalty_members where deleted_at is null group by 1, 2`,
  },
  'members by day': {
    stored: sql`select program_id, status, day::text, total from loyalty_member_day_counters`,
    fresh: sql`
      select program_id, status, (enrolled_at at time zone 'UTC')::date::text, count(*)
      from loyalty_members where deleted_at is null group by 1, 2, 3`,
  },
  'members by tags': {
    stored: sql`select program_id, status, tags::text, total from loyalty_member_tag_counters`,
    fresh: sql`
      select program_id, status, tags, count(*)
      from (
        select program_id, status, array(select distinct unnest(tags) collate "C" order by 1)::text as tags
        from loyalty_members where deleted_at is null and tags <> '{}') members
      group by 1, 2, 3`,
  },
  'points by month': {
    stored: sql`
      select program_id, month, sum(earned + redeemed + expired + deducted + adjusted)
      from loyalty_point_month_sums group by 1, 2`,
    fresh: sql`
      select program_id, to_char(occurred_at at time zone 'UTC', 'YYYY-MM'), sum(case
        when kind in ('earned', 'approved', 'added') then points
        when kind in ('redeemed', 'expired', 'deducted', 'removed') then -points else 0 end)
      from loyalty_point_transactions entry join loyalty_members member on member.id = entry.member_id
      group by 1, 2`,
  },
  'members of directories': {
    stored: sql`
      select team_id, status, sum(members) from directory_counts where facet = 'month' group by 1, 2`,
    fresh: sql`select team_id, status, count(*) from directory_members group by 1, 2`,
  },
  'done rows of jobs': {
    stored: sql`
      select id, done - failed from gateway_jobs where kind <> 'export' and started_at is not null`,
    fresh: sql`
      select job_id, count(*) filter (where rows.state in ('done', 'skipped'))
      from gateway_job_rows rows join gateway_jobs job on job.id = job_id
      where started_at is not null and (kind <> 'import' or outcome in ('create', 'update')) group by 1`,
  },
};

/** Figures that differ from what is counted from their rows; empty if all agree. Zeros needn't be stored. */
export async function listWrongFigures(
  db: Queries,
): Promise<Record<string, { stored: string[]; fresh: string[] }>> {
  const wrong: Record<string, { stored: string[]; fresh: string[] }> = {};
  for (const [name, queries] of Object.entries(FIGURES)) {
    const [stored, fresh] = await Promise.all([read(db, queries.stored), read(db, queries.fresh)]);
    const differs = { stored: without(stored, fresh), fresh: without(fresh, stored) };
    if (differs.stored.length + differs.fresh.length > 0) wrong[name] = differs;
  }
  return wrong;
}

async function read(db: Queries, query: SQL): Promise<string[]> {
  const { rows } = await db.execute<{ figure: string }>(
    sql`select to_json(figures)::text as figure from (${query}) figures`,
  );
  const figures = rows.map(({ figure }) => Object.values(JSON.parse(figure) as object));
  return figures.filter((figure) => figure.at(-1) !== 0).map((figure) => figure.join(' '));
}

const without = (some: string[], others: string[]) => some.filter((each) => !others.includes(each));

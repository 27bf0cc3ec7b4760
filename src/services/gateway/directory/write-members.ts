import { eq, sql } from 'drizzle-orm';
import type { Member } from '#contract/loyalty/members/member.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { storable } from '#services/platform/database/storable.ts';
import type { Log } from '#services/platform/log.ts';
import { COUNTED_COLUMNS, countChanges, isChanged } from './directory-counts.ts';
import { directoryMembers, directoryRemovals, directoryWords } from './directory-members-table.ts';
import { directoryStates } from './directory-states-table.ts';
import { COLUMNS, type MemberRow, toRow } from './member-row.ts';
import { segmentKeys } from './search/typos.ts';
import { saveTierNames } from './tier-names.ts';

/** Members as a service sent them. */
export interface ReadMembers {
  members: readonly Member[];
  /**
   * The earliest time at which they may have been like this: when the request of a read began, or when
   * the response of a write arrived. An older state never replaces a newer one.
   */
  readAt: Date;
}

/**
 * Adds and updates members in a transaction; does nothing if the team has no directory. A member that
 * the database can't store is logged and skipped, so that it doesn't hold up the others.
 * @param options.touch also writes unchanged members, so that a crawl knows which it has seen
 * @returns false if members were skipped
 */
export async function writeMembers(
  tx: Queries,
  teamId: number,
  read: readonly ReadMembers[],
  { touch, log }: { touch: boolean; log: Log },
): Promise<boolean> {
  const byId = new Map(
    read.flatMap(({ members, readAt }) =>
      members.map((member) => [member.id, toRow(teamId, member, readAt)] as const),
    ),
  );
  // One after another in a team, because they change the same counters.
  if (byId.size === 0 || !(await lockDirectory(tx, teamId, 'no key update'))) return true;
  const write = async (rows: MemberRow[]): Promise<boolean> => {
    try {
      await tx.transaction((savepoint) => writeRows(savepoint, teamId, rows, touch));
      return true;
    } catch (error) {
      if (!isDataError(error)) throw error;
      const [first, ...others] = rows;
      if (others.length === 0) {
        const details = { err: error, teamId, memberId: first?.service_id };
        log.warn(details, 'member directory skipped a member that it cannot store');
        return false;
      }
      const half = Math.ceil(rows.length / 2);
      await write(rows.slice(0, half));
      await write(rows.slice(half));
      return false;
    }
  };
  return write([...byId.values()]);
}

/** Class 22: data exception; 54000: program limit exceeded, such as too long an index entry. */
function isDataError(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as { code?: string };
    if (code !== undefined && /^(22...|54000)$/.test(code)) return true;
  }
  return false;
}

async function writeRows(
  tx: Queries,
  teamId: number,
  rows: readonly MemberRow[],
  touch: boolean,
): Promise<void> {
  await insertWords(tx, teamId, rows);
  const list = JSON.stringify(rows.map(({ typoWords: _, ...row }) => row));
  const ids = JSON.stringify(rows.map((row) => row.service_id));
  const values = sql.join(
    Object.keys(COLUMNS).map((name) =>
      name === 'words' ? sql`array_to_tsvector(r.words)` : sql.raw(`r.${name}`),
    ),
    sql`, `,
  );
  const updates = sql.join(
    Object.keys(COLUMNS)
      .filter((name) => name !== 'service_id')
      .map((name) => sql.raw(`${name} = excluded.${name}`)),
    sql`, `,
  );
  await tx.execute(sql`
    with before as (
      select ${COUNTED_COLUMNS} from ${directoryMembers}
      where team_id = ${teamId}
        and service_id in (select json_array_elements_text(${ids}::json))),
    after as (
    insert into ${directoryMembers} (team_id, ${sql.raw(Object.keys(COLUMNS).join(', '))})
    select ${teamId}::bigint, ${values}
    from json_to_recordset(${list}::json) as r(${sql.raw(
      Object.entries(COLUMNS)
        .map(([name, type]) => `${name} ${type}`)
        .join(', '),
    )})
    where not exists (
      select from ${directoryRemovals} removal
      where removal.team_id = ${teamId} and removal.service_id = r.service_id
        and removal.removed_at >= r.read_at)
    on conflict (team_id, service_id) do update set ${updates}
    where ${directoryMembers.readAt} <= excluded.read_at
      ${touch ? sql`` : sql`and ${directoryMembers.document} <> excluded.document`}
    returning ${COUNTED_COLUMNS}),
    ${saveTierNames(teamId, rows)},
    ${countChanges(teamId, {
      before: sql`(
        select * from before changed
        where service_id in (select service_id from after) and ${isChanged}) changed`,
      after: sql`(select * from after changed where ${isChanged}) changed`,
    })}
    select from after limit 0`);
}

async function insertWords(tx: Queries, teamId: number, rows: readonly MemberRow[]) {
  const words = [...new Set(rows.flatMap(({ typoWords }) => typoWords))].sort();
  if (words.length === 0) return;
  const list = JSON.stringify(
    words.map((word) => ({ word, segments: segmentKeys(teamId, word).map(storable) })),
  );
  await tx.execute(sql`
    insert into ${directoryWords} (team_id, word, segments)
    select ${teamId}::bigint, r.word, r.segments
    from json_to_recordset(${list}::json) as r(word text, segments text[])
    on conflict do nothing`);
}

/** @returns whether the team has a directory; it can't be erased until the transaction ends */
export async function lockDirectory(
  tx: Queries,
  teamId: number,
  strength: 'no key update' | 'update',
): Promise<boolean> {
  const [state] = await tx
    .select({ teamId: directoryStates.teamId })
    .from(directoryStates)
    .where(eq(directoryStates.teamId, teamId))
    .for(strength);
  return state !== undefined;
}

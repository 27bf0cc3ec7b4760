import { eq, type SQL, sql } from 'drizzle-orm';
import type { Member } from '#contract/loyalty/members/member.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { storable } from '#services/platform/database/storable.ts';
import type { Log } from '#services/platform/log.ts';
import { directoryMembers, directoryRemovals, directoryWords } from './directory-members-table.ts';
import { directoryStates } from './directory-states-table.ts';
import { COLUMNS, type MemberRow, toRow } from './member-row.ts';
import { segmentKeys } from './search/typos.ts';
import { isSeenAfter } from './sightings.ts';
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

export interface WrittenMembers {
  /** The `row`s of members that were in the directory like this already. */
  unchanged: number[];
  /** How many the database can't store. */
  skipped: number;
}

/**
 * Adds and updates members in a transaction; does nothing if the team has no directory. A member that
 * the database can't store is logged and skipped, so that it doesn't hold up the others.
 */
export async function writeMembers(
  tx: Queries,
  teamId: number,
  read: readonly ReadMembers[],
  log: Log,
): Promise<WrittenMembers> {
  const byId = new Map(
    read.flatMap(({ members, readAt }) =>
      members.map((member) => [member.id, toRow(teamId, member, readAt)] as const),
    ),
  );
  const written: WrittenMembers = { unchanged: [], skipped: 0 };
  // One after another in a team, because they change the same counters.
  if (byId.size === 0 || !(await lockDirectory(tx, teamId, 'no key update'))) return written;
  const write = async (rows: MemberRow[]): Promise<void> => {
    try {
      const unchanged = await tx.transaction((savepoint) => writeRows(savepoint, teamId, rows));
      written.unchanged.push(...unchanged);
    } catch (error) {
      if (!isDataError(error)) throw error;
      const [first, ...others] = rows;
      if (others.length === 0) {
        const details = { err: error, teamId, memberId: first?.service_id };
        log.warn(details, 'member directory skipped a member that it cannot store');
        written.skipped += 1;
        return;
      }
      const half = Math.ceil(rows.length / 2);
      await write(rows.slice(0, half));
      await write(rows.slice(half));
    }
  };
  await write([...byId.values()]);
  return written;
}

/** Class 22: data exception; 54000: program limit exceeded, such as too long an index entry. */
function isDataError(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as { code?: string };
    if (code !== undefined && /^(22...|54000)$/.test(code)) return true;
  }
  return false;
}

const NAMES = Object.keys(COLUMNS);
const CONTENT = NAMES.filter((name) => name !== 'read_at');

const PREVIOUS_TIER = `previous_tier_name = case
  when directory_members.tier_id is distinct from excluded.tier_id then directory_members.tier_name
  else directory_members.previous_tier_name end`;

/** `r.name` of each column; `words` is written as an array. */
const valuesOf = (names: string[]) =>
  sql.raw(
    names.map((name) => (name === 'words' ? 'array_to_tsvector(r.words)' : `r.${name}`)).join(', '),
  );

/** Rows as a relation `r`. */
function relationOf(rows: readonly MemberRow[]): SQL {
  const list = JSON.stringify(rows.map(({ typoWords: _, ...row }) => row));
  const columns = Object.entries(COLUMNS).map(([name, type]) => `${name} ${type}`);
  return sql`json_to_recordset(${list}::json) as r(${sql.raw(columns.join(', '))})`;
}

/** @returns the `row`s of those that were in the directory like this already, which are not written */
async function writeRows(
  tx: Queries,
  teamId: number,
  read: readonly MemberRow[],
): Promise<number[]> {
  const unchanged = await findUnchanged(tx, teamId, read);
  const rows = read.filter((row) => !unchanged.has(row.service_id));
  if (rows.length === 0) {
    await tx.execute(sql`with ${saveTierNames(teamId, read)} select`);
    return [...unchanged.values()];
  }
  await insertWords(tx, teamId, rows);
  const updates = [
    ...NAMES.filter((name) => name !== 'service_id').map((name) => `${name} = excluded.${name}`),
    PREVIOUS_TIER,
  ];
  await tx.execute(sql`
    with ${saveTierNames(teamId, read)}
    insert into ${directoryMembers} (team_id, ${sql.raw(NAMES.join(', '))})
    select ${teamId}::bigint, ${valuesOf(NAMES)}
    from ${relationOf(rows)}
    where not exists (
      select from ${directoryRemovals} removal
      where removal.team_id = ${teamId} and removal.service_id = r.service_id
        and removal.removed_at >= r.read_at)
    on conflict (team_id, service_id) do update set ${sql.raw(updates.join(', '))}
    where ${directoryMembers.readAt} <= excluded.read_at
      and not ${isSeenAfter(teamId, sql`${directoryMembers.row}`, sql`excluded.read_at`)}`);
  return [...unchanged.values()];
}

/**
 * Looks up each by the index: the database would read all members where it doesn't know yet how many
 * there are. Compares all columns, so that members are also written if another version derived them differently.
 * @returns the `row`s by the service's ids
 */
async function findUnchanged(
  tx: Queries,
  teamId: number,
  rows: readonly MemberRow[],
): Promise<Map<string, number>> {
  const stored = sql.raw(CONTENT.map((name) => `stored.${name}`).join(', '));
  const found = await tx.execute<{ serviceId: string; row: string }>(sql`
    select stored.service_id as "serviceId", stored."row"::text as "row"
    from ${relationOf(rows)}
    cross join lateral (
      select * from ${directoryMembers}
      where team_id = ${teamId} and service_id = r.service_id offset 0) stored
    where (${stored}) is not distinct from (${valuesOf(CONTENT)})`);
  return new Map(found.rows.map(({ serviceId, row }) => [serviceId, Number(row)]));
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

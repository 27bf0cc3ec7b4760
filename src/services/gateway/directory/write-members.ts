import { eq, sql } from 'drizzle-orm';
import { foldText } from '#contract/gateway/fold-text.ts';
import { parseDate } from '#contract/loyalty/dates.ts';
import type { Member } from '#contract/loyalty/members/member.ts';
import { isIncomplete } from '#contract/reader.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { storable } from '#services/platform/database/storable.ts';
import type { Log } from '#services/platform/log.ts';
import { COUNTED_COLUMNS, countChanges, isChanged } from './directory-counts.ts';
import { UNKNOWN_DATE } from './directory-filter.ts';
import { directoryMembers, directoryRemovals, directoryWords } from './directory-members-table.ts';
import { directoryStates } from './directory-states-table.ts';
import { lexeme } from './search/directory-search.ts';
import { memberWords } from './search/search-words.ts';
import { isTypoWord, segmentKeys } from './search/typos.ts';
import { saveTierNames } from './tier-names.ts';

/** Index entries must not be larger. */
const NAME_KEY_MAX_LENGTH = 200;

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

/** The columns that are written, and their types. `words` is an array first. */
const COLUMNS = {
  read_at: 'timestamptz',
  service_id: 'text',
  member_id: 'text',
  first_name: 'text',
  last_name: 'text',
  email_address: 'text',
  phone_number: 'text',
  status: 'text',
  tier_id: 'text',
  tier_name: 'text',
  points: 'bigint',
  tags: 'text[]',
  referrer_id: 'text',
  enrollment_date: 'text',
  modified_date: 'text',
  enrolled_at: 'timestamptz',
  changed_at: 'timestamptz',
  name_key: 'text',
  words: 'text[]',
  document: 'text',
  is_incomplete: 'boolean',
} as const;

type MemberRow = ReturnType<typeof toRow>;

function toRow(teamId: number, member: Member, readAt: Date) {
  const { words, prefixOnly, exact } = memberWords(member);
  const name = foldText(`${member.first_name ?? ''} ${member.last_name ?? ''}`);
  const email = foldText(member.email_address ?? '');
  return {
    read_at: readAt.toISOString(),
    service_id: storable(member.id),
    member_id: storable(member.member_id),
    first_name: storable(member.first_name ?? ''),
    last_name: storable(member.last_name ?? ''),
    email_address: storable(member.email_address ?? ''),
    phone_number: storable(member.phone_number ?? ''),
    status: storable(member.member_status ?? 'active'),
    tier_id: member.tier_info?.loyalty_tier_id ? storable(member.tier_info.loyalty_tier_id) : null,
    tier_name: storable(member.tier_info?.loyalty_tier_name ?? ''),
    points: member.available_points ?? 0,
    tags: (member.member_tags ?? []).map(storable),
    referrer_id: member.referrer_ID ? storable(member.referrer_ID) : null,
    enrollment_date: member.enrollment_date == null ? null : storable(member.enrollment_date),
    modified_date: member.last_modified_date == null ? null : storable(member.last_modified_date),
    enrolled_at: momentOf(member.enrollment_date),
    changed_at: momentOf(member.last_modified_date),
    name_key: storable((name || email || foldText(member.member_id)).slice(0, NAME_KEY_MAX_LENGTH)),
    words: [...words, ...prefixOnly, ...exact].map((word) => lexeme(teamId, word)),
    // What can't be read is left out; the service still has it.
    document: JSON.stringify({ ...member, $raw: undefined }),
    is_incomplete: isIncomplete(member),
    typoWords: words.filter(isTypoWord),
  } satisfies Record<keyof typeof COLUMNS | 'typoWords', unknown>;
}

function momentOf(text: string | null | undefined): string {
  const date = text == null ? null : parseDate(text);
  if (date === null || date.kind === 'yearless') return UNKNOWN_DATE.toISOString();
  // Without a time, the database would take its own time zone.
  return date.kind === 'day' ? `${date.iso}T00:00:00Z` : date.iso;
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

import { createHash } from 'node:crypto';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import { foldText } from '#contract/gateway/fold-text.ts';
import type { Job } from '#contract/gateway/job.ts';
import { normalizePhone } from '#contract/loyalty/members/phone.ts';
import { directoryMembers } from '#services/gateway/directory/directory-members-table.ts';
import { hasWord } from '#services/gateway/directory/search/directory-search.ts';
import { type CheckedRow, fileRow } from '#services/gateway/jobs/import/import-rows.ts';
import { gatewayJobRows } from '#services/gateway/jobs/jobs-table.ts';
import type { Queries } from '#services/platform/database/database.ts';

type Warning = NonNullable<Job['summary']['warnings']>[number];

/** Who has a contact of a row already: another member, or an earlier row of the file. */
export interface SharedContact {
  member?: NonNullable<Warning['members']>[number];
  /** The number of the first row with it. */
  first?: number;
}

/** Contacts that rows share with others, by row and column. */
export type SharedContacts = ReadonlyMap<CheckedRow, ReadonlyMap<string, SharedContact>>;

export const CONTACT_NAMES: Readonly<Record<string, string>> = {
  email_address: 'email address',
  phone_number: 'phone number',
};

/** The most members that are read for a batch; one address may be that of thousands. */
const MEMBERS_MAX = 2_000;
const CONTACTS = ['email_address', 'phone_number'] as const;

/**
 * Looks up who else has an email address or a phone number of rows that will be imported.
 * @param rows in their order
 */
export async function findSharedContacts(
  db: Queries,
  { id, teamId }: { id: number; teamId: number },
  rows: readonly CheckedRow[],
): Promise<SharedContacts> {
  const words = rows.flatMap((row) => [...contactsOf(row).values()]);
  const [members, firstRows] = await Promise.all([
    listByWord(db, teamId, [...new Set(words)]),
    listFirstRows(db, id, rows),
  ]);
  const findShared = (row: CheckedRow, word: string): SharedContact => {
    const member = members.get(word)?.find(({ memberId }) => memberId !== row.member?.member_id);
    const first = firstRows.get(word);
    if (first === undefined) firstRows.set(word, row.position);
    return {
      ...(member && { member: { row: fileRow(row.position), ...describeMember(member) } }),
      ...(first !== undefined && { first: fileRow(first) }),
    };
  };
  return new Map(
    rows.map((row) => {
      const contacts = [...contactsOf(row)];
      return [row, new Map(contacts.map(([column, word]) => [column, findShared(row, word)]))];
    }),
  );
}

/** Makes rows invalid whose contacts must be unique in the program. */
export function rejectShared(shared: SharedContacts, uniqueFields: readonly string[]): void {
  for (const [row, contacts] of shared) {
    for (const [column, { member, first }] of contacts) {
      if (!uniqueFields.includes(column) || (!member && first === undefined)) continue;
      const name = CONTACT_NAMES[column] ?? column;
      const reason = member ? `Another member has this ${name}` : `Same ${name} as row ${first}`;
      row.outcome = 'invalid';
      row.reasons.push({ column, reason });
    }
  }
}

/** The digests of a row's contacts, by which a later row finds it. */
export function contactDigests(row: CheckedRow) {
  const contacts = contactsOf(row);
  const [email, phone] = CONTACTS.map((column) => contacts.get(column));
  return {
    email_digest: email === undefined ? null : digestOf(email),
    phone_digest: phone === undefined ? null : digestOf(phone),
  };
}

const digestOf = (word: string) =>
  createHash('sha256').update(word).digest('base64url').slice(0, 16);

/** The changed contacts of a row by column, as words by which members are found. */
function contactsOf({ cells, before }: CheckedRow): ReadonlyMap<string, string> {
  const words = CONTACTS.flatMap((column) => {
    const text = Object.hasOwn(before, column) ? cells.get(column) : undefined;
    return text === undefined ? [] : [[column, WORDS[column](text)] as const];
  });
  return new Map(words);
}

const WORDS = {
  email_address: (email: string) => `=${foldText(email)}`,
  phone_number: (phone: string) => `+${normalizePhone(phone).replace(/\D/g, '')}`,
};

/** The positions of the first rows before these, by contact. */
async function listFirstRows(
  db: Queries,
  id: number,
  rows: readonly CheckedRow[],
): Promise<Map<string, number>> {
  const { jobId, position, emailDigest, phoneDigest } = gatewayJobRows;
  const words = CONTACTS.map(
    (column) => new Set(rows.flatMap((row) => contactsOf(row).get(column) ?? [])),
  );
  const wanted = words.map((each) =>
    JSON.stringify([...each].map((word) => [word, digestOf(word)])),
  );
  // Those of an earlier check are still in the rows that follow.
  const before = rows[0]?.position ?? 0;
  const firstOf = (digest: SQL) => sql`(
    select ${position} from ${gatewayJobRows}
    where ${jobId} = ${id} and ${digest} = wanted.pair ->> 1 and ${position} < ${before}
    order by ${jobId}, ${digest}, ${position} limit 1)`;
  const found = await db.execute<{ word: string; first: number | null }>(sql`
    select wanted.pair ->> 0 as word, ${firstOf(sql`${emailDigest}`)} as first
    from json_array_elements(${wanted[0]}::json) as wanted(pair)
    union all
    select wanted.pair ->> 0, ${firstOf(sql`${phoneDigest}`)}
    from json_array_elements(${wanted[1]}::json) as wanted(pair)`);
  return new Map(
    found.rows.flatMap(({ word, first }) => (first === null ? [] : [[word, Number(first)]])),
  );
}

async function listByWord(db: Queries, teamId: number, words: string[]) {
  const byWord = new Map<string, OtherMember[]>();
  if (words.length === 0) return byWord;
  const { serviceId, memberId, firstName, lastName, emailAddress, phoneNumber } = directoryMembers;
  const members = await db
    .select({ serviceId, memberId, firstName, lastName, emailAddress, phoneNumber })
    .from(directoryMembers)
    .where(and(eq(directoryMembers.teamId, teamId), hasWord(teamId, words)))
    .limit(MEMBERS_MAX);
  for (const member of members) {
    const { emailAddress: email, phoneNumber: phone } = member;
    for (const word of [WORDS.email_address(email), WORDS.phone_number(phone)]) {
      byWord.set(word, [...(byWord.get(word) ?? []), member]);
    }
  }
  return byWord;
}

interface OtherMember {
  serviceId: string;
  memberId: string;
  firstName: string;
  lastName: string;
}

function describeMember({ serviceId, memberId, firstName, lastName }: OtherMember) {
  const name = `${firstName} ${lastName}`.trim() || memberId;
  return { id: serviceId, member_id: memberId, name };
}

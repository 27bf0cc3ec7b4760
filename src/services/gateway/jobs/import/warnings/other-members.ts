import { and, eq } from 'drizzle-orm';
import { foldText } from '#contract/gateway/fold-text.ts';
import type { Job } from '#contract/gateway/job.ts';
import { normalizePhone } from '#contract/loyalty/members/phone.ts';
import { directoryMembers } from '#services/gateway/directory/directory-members-table.ts';
import { hasWord } from '#services/gateway/directory/search/directory-search.ts';
import { type CheckedRow, fileRow } from '#services/gateway/jobs/import/import-rows.ts';
import type { Queries } from '#services/platform/database/database.ts';

type WarnedMember = NonNullable<NonNullable<Job['summary']['warnings']>[number]['members']>[number];

/** Of a batch; one address may be that of thousands. */
const MEMBERS_MAX = 2_000;
const CONTACTS = ['email_address', 'phone_number'] as const;

/** Looks up the members that already have an email address or a phone number of the rows. */
export async function createFindOtherMember(
  db: Queries,
  teamId: number,
  rows: readonly CheckedRow[],
): Promise<(row: CheckedRow, column: string) => WarnedMember | undefined> {
  const words = new Set(rows.flatMap((row) => CONTACTS.flatMap((column) => wordsOf(row, column))));
  const byWord = await listByWord(db, teamId, [...words]);
  return (row, column) => {
    for (const word of wordsOf(row, column)) {
      const other = byWord.get(word)?.find(({ memberId }) => memberId !== row.member?.member_id);
      if (!other) continue;
      const { serviceId, memberId, firstName, lastName } = other;
      const name = `${firstName} ${lastName}`.trim() || memberId;
      return { row: fileRow(row.position), id: serviceId, member_id: memberId, name };
    }
    return undefined;
  };
}

/** A changed contact as members are found by it; none for other columns. */
function wordsOf({ cells, before }: CheckedRow, column: string): string[] {
  const text = Object.hasOwn(before, column) ? cells.get(column) : undefined;
  if (text === undefined) return [];
  if (column === 'email_address') return [emailWord(text)];
  return column === 'phone_number' ? [phoneWord(text)] : [];
}

const emailWord = (email: string) => `=${foldText(email)}`;
const phoneWord = (phone: string) => `+${normalizePhone(phone).replace(/\D/g, '')}`;

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
    for (const word of [emailWord(member.emailAddress), phoneWord(member.phoneNumber)]) {
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

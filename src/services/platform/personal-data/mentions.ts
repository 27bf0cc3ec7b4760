import { max, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { MentionKind } from '#contract/gateway/personal-data.ts';
import type { Queries } from '#services/platform/database/database.ts';
import type { DataSubject } from './personal-data.ts';

/** A member whose names are searched in texts that a team sees. */
export interface NamedMember extends Omit<DataSubject, 'pseudonym'> {
  teamId: number;
  /** Empty if none is known. */
  emailAddress: string;
}

/** A text that names a member. */
export interface NamingText {
  /** The row, and the text's place in it if the row has more than one. */
  id: string;
  /** Its page in the console. */
  link: string;
  text: string;
}

/** Texts of one kind that may name a member without being about it. */
export interface MentionSource {
  kind: MentionKind;
  /**
   * Finds texts in the rows that follow the one with the id `after`.
   * @returns `next`: the last row that was read; undefined if there are no more
   */
  read(
    db: Queries,
    member: NamedMember,
    after: number,
  ): Promise<{ texts: NamingText[]; next: number | undefined }>;
  /** Empties a text, unless it has changed; undefined if the text isn't ours. */
  remove?: (tx: Queries, text: NamingText, now: Date) => Promise<void>;
}

/** Rows of one step, so that each is short. */
const ROWS = 5_000;

/** The rows of one step by their ids, which are from a sequence. */
export async function nextRows(
  db: Queries,
  id: PgColumn,
  after: number,
): Promise<{ isNext: SQL; next: number | undefined }> {
  const [row] = await db.select({ last: max(id) }).from(id.table);
  const until = after + ROWS;
  return {
    isNext: sql`(${id} > ${after} and ${id} <= ${until})`,
    next: Number(row?.last ?? 0) > until ? until : undefined,
  };
}

/** Matches texts that contain a name, if only within a longer word. */
export function containsName(text: SQLWrapper, { memberId, emailAddress }: NamedMember): SQL {
  const hasId = sql`position(${memberId}::text in ${text}) > 0`;
  if (emailAddress === '') return hasId;
  return or(hasId, sql`position(lower(${emailAddress}::text) in lower(${text})) > 0`) as SQL;
}

/** The same for JSON. */
export function jsonContainsName(json: SQLWrapper, member: NamedMember): SQL {
  const { memberId, emailAddress } = member;
  return containsName(sql`${json}::text`, {
    ...member,
    memberId: withEscapes(memberId),
    emailAddress: withEscapes(emailAddress),
  });
}

const withEscapes = (text: string) => JSON.stringify(text).slice(1, -1);

const LETTER = '[\\p{L}\\p{N}\\p{M}_]';
/** What joins two letters to one word: "M-1" isn't named by "M-1-2", nor by an address that has it. */
const ID_JOINER = '[-@+]?';
const ADDRESS_JOINER = '[-.@+]?';

/** Where a text names the member: its ID as written, or its email address, as a whole word. -1 if it doesn't. */
export function findName(text: string, { memberId, emailAddress }: NamedMember): number {
  const byId = text.search(wholeWord(memberId, `${LETTER}${ID_JOINER}`, `${ID_JOINER}${LETTER}`));
  if (byId !== -1 || emailAddress === '') return byId;
  const [before, after] = [`${LETTER}${ADDRESS_JOINER}`, `${ADDRESS_JOINER}${LETTER}`];
  return text.search(wholeWord(emailAddress, before, after, 'i'));
}

/** The same for the name of a file, whose words are joined by anything but letters. */
export function isInFileName(name: string, { memberId, emailAddress }: NamedMember): boolean {
  const letter = '[\\p{L}\\p{N}\\p{M}]';
  const isNamedBy = (word: string, flags?: string) =>
    word !== '' && name.search(wholeWord(word, letter, letter, flags)) !== -1;
  return isNamedBy(memberId) || isNamedBy(emailAddress, 'i');
}

/** A word that has neither `before` nor `after` beside it. */
function wholeWord(word: string, before: string, after: string, flags = ''): RegExp {
  const escaped = word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  return new RegExp(`(?<!${before})${escaped}(?!${after})`, `${flags}u`);
}

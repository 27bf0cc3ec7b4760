import { or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Queries } from '#services/platform/database/database.ts';
import type { DataSubject } from './personal-data.ts';

/** A text as JSON may have it: with and without escaped letters. */
function jsonSpellings(value: string): string[] {
  const json = JSON.stringify(value);
  const ascii = json.replace(
    /[\u0080-\uffff]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return [...new Set([json, ascii])];
}

/** Keys of the operator's ids, which may be short numbers: without a key they could be anything. */
const ID_KEYS = ['member_id', 'referrer'];

/** Parts of JSON that is about the person. */
function jsonPatterns({ memberIds, serviceIds, identifiers }: DataSubject): string[] {
  return [
    ...memberIds
      .flatMap(jsonSpellings)
      .flatMap((id) => ID_KEYS.flatMap((key) => [`"${key}":${id}`, `"${key}": ${id}`])),
    ...[...serviceIds, ...identifiers].flatMap(jsonSpellings),
  ];
}

/** Matches JSON that mentions the person. */
export function mentionsInJson(column: PgColumn | SQL, subject: DataSubject): SQL {
  return containsAny(sql`${column}::text`, jsonPatterns(subject));
}

/** Matches bytes of JSON that mention the person. */
export function mentionsInBytes(column: PgColumn, subject: DataSubject): SQL {
  const found = jsonPatterns(subject).map(
    (pattern) => sql`position(convert_to(${pattern}::text, 'UTF8') in ${column}) > 0`,
  );
  return or(...found) ?? sql`false`;
}

/** Matches text with one of the person's identifiers. */
export function mentionsInText(column: PgColumn, { identifiers }: DataSubject): SQL {
  const encoded = identifiers.flatMap((value) => [
    value,
    encodeURIComponent(value),
    new URLSearchParams({ q: value }).toString().slice(2),
  ]);
  return containsAny(sql`${column}`, [...new Set(encoded)]);
}

/** Matches the query of a URL that filters by the person as a referrer. */
export function mentionsReferrer(query: PgColumn, { memberIds, serviceIds }: DataSubject): SQL {
  const params = [...memberIds, ...serviceIds].map(
    (id) => `&${new URLSearchParams({ referrer: id })}&`,
  );
  return containsAny(sql`'&' || ${query} || '&'`, params);
}

function containsAny(text: SQL, patterns: readonly string[]): SQL {
  const found = patterns.map(
    (pattern) => sql`position(lower(${pattern}::text) in lower(${text})) > 0`,
  );
  return or(...found) ?? sql`false`;
}

/** Whether a value, or one within it, mentions the person. */
export function isMentioned(value: unknown, subject: DataSubject, key?: string): boolean {
  const { memberIds, serviceIds, identifiers } = subject;
  if (typeof value === 'string') {
    const text = value.toLowerCase();
    return (
      serviceIds.includes(value) ||
      identifiers.some((identifier) => identifier.toLowerCase() === text) ||
      (key !== undefined && ID_KEYS.includes(key) && memberIds.includes(value))
    );
  }
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([name, inner]) => isMentioned(inner, subject, name));
}

/** Whether a text contains one of the person's identifiers. */
export function isNamedIn(text: string | null, { identifiers }: DataSubject): boolean {
  const lower = text?.toLowerCase() ?? '';
  return identifiers.some((identifier) => lower.includes(identifier.toLowerCase()));
}

/** Replaces what mentions the person in a value by null. */
export function withoutMentions(value: unknown, subject: DataSubject): unknown {
  if (typeof value === 'string') return isMentioned(value, subject) ? null : value;
  if (Array.isArray(value)) return value.filter((each) => !isMentioned(each, subject));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, withoutMentions(inner, subject)]),
  );
}

/** Rows per statement, so that each ends within the database's time limit. */
const WINDOW = 50_000;

/** Calls `work` with conditions that together match all rows of a table with ids from a sequence. */
export async function inWindows(
  tx: Queries,
  id: PgColumn,
  work: (window: SQL) => Promise<number>,
): Promise<number> {
  const { rows } = await tx.execute<{ first: string | null; last: string | null }>(
    sql`select min(${id}) as first, max(${id}) as last from ${id.table}`,
  );
  const [range] = rows;
  if (range?.first == null) return 0;
  let count = 0;
  for (let from = Number(range.first); from <= Number(range.last); from += WINDOW) {
    count += await work(sql`(${id} >= ${from} and ${id} < ${from + WINDOW})`);
  }
  return count;
}

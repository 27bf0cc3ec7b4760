// What a test of an action that destroys or moves data ends with.

import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import type { Database } from '#services/platform/database/database.ts';
import { expectFigures } from '#services/platform/database/testing/expect-figures.ts';
import { compareDumps, type Dump, dumpDatabase, listTables } from './dump.ts';

/** Tables whose rows have no keys; their figures are compared with fresh ones. */
const DERIVED = /counters$|_days$|_month_sums$|^directory_(counts|words|removals)$/;
/** Tables in which actions leave entries about themselves. */
const ENTRIES = ['audit_events', 'erasures'];

type Row = Record<string, unknown>;

/**
 * Only rows of the subject changed or were removed, nothing was added but entries about the action, and stored figures
 * equal fresh ones.
 * @returns the tables that changed, with the numbers of rows that were lost and added
 */
export async function expectOthersUnchanged(
  db: Database,
  before: Dump,
  isOfSubject: (table: string, row: Row) => boolean,
  entries: readonly string[] = [],
): Promise<Record<string, [lost: number, added: number]>> {
  const changed = compareDumps(before, await dumpDatabase(db), (table) => DERIVED.test(table));
  for (const [table, { lost, added }] of Object.entries(changed)) {
    const ofOthers = lost.filter((row) => !isOfSubject(table, row as Row));
    expect({ table, ofOthers }).toEqual({ table, ofOthers: [] });
    if (ENTRIES.includes(table) || entries.includes(table)) continue;
    // What was changed is lost in one state and added in another one.
    expect({ table, isNew: added.length > lost.length }).toEqual({ table, isNew: false });
  }
  await expectFigures(db);
  return Object.fromEntries(
    Object.entries(changed).map(([table, { lost, added }]) => [table, [lost.length, added.length]]),
  );
}

/** An action that is repeated changes nothing, and adds nothing but entries about itself. */
export async function expectRepeatable(
  db: Database,
  action: () => Promise<unknown>,
  entries: readonly string[] = [],
): Promise<void> {
  const before = await dumpDatabase(db);
  await action();
  await expectOthersUnchanged(db, before, () => false, entries);
}

/**
 * Of each table, the number and a hash of the rows that have none of the texts: equal before and after an action on
 * who has them. For databases that are too large to be dumped.
 */
export async function hashOthers(
  db: Database,
  texts: readonly string[],
): Promise<Record<string, string>> {
  const hashes: Record<string, string> = {};
  for (const table of await listTables(db)) {
    if (DERIVED.test(table) || ENTRIES.includes(table)) continue;
    const hasText = sql.join(
      texts.map((text) => sql`position(${text}::text in row.content) > 0`),
      sql` or `,
    );
    const { rows } = await db.execute<{ hash: string }>(sql`
      select concat(count(*), ' ', sum(hashtextextended(row.content, 0)::numeric)) as hash
      from (select to_jsonb(t)::text as content from ${sql.identifier(table)} t) row
      where not (${hasText})`);
    hashes[table] = rows[0]?.hash ?? '';
  }
  return hashes;
}

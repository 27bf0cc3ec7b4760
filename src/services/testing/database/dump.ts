import { sql } from 'drizzle-orm';
import type { Database } from '#services/platform/database/database.ts';

/** All rows of all tables. */
export type Dump = Record<string, Record<string, unknown>[]>;

export async function listTables(db: Database): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`);
  return rows.map(({ name }) => name);
}

export async function dumpDatabase(db: Database): Promise<Dump> {
  const dump: Dump = {};
  for (const table of await listTables(db)) {
    const { rows } = await db.execute<{ row: Record<string, unknown> }>(
      sql`select to_jsonb(t) as row from ${sql.identifier(table)} t`,
    );
    dump[table] = rows.map(({ row }) => row);
  }
  return dump;
}

/** Makes the database what it was, like a backup. */
export async function restoreDatabase(db: Database, dump: Dump): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    for (const [table, rows] of Object.entries(dump)) {
      const name = sql.identifier(table);
      await tx.execute(sql`delete from ${name}`);
      await tx.execute(sql`insert into ${name} overriding system value
        select * from jsonb_populate_recordset(null::${name}, ${JSON.stringify(rows)}::jsonb)`);
    }
  });
}

/** The tables that contain one of the texts, with the texts; bytes are read as text. */
export function findTexts(dump: Dump, texts: readonly string[]): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const [table, rows] of Object.entries(dump)) {
    const content = rows
      .map((row) => contentOf(row))
      .join('\n')
      .toLowerCase();
    const contained = texts.filter((text) => content.includes(text.toLowerCase()));
    if (contained.length > 0) found[table] = contained;
  }
  return found;
}

function contentOf(row: object): string {
  return JSON.stringify(row, (_key, value: unknown) =>
    typeof value === 'string' && value.startsWith('\\x')
      ? Buffer.from(value.slice(2), 'hex').toString()
      : value,
  );
}

/** What the database's statistics have of the values. */
export async function dumpStatistics(db: Database): Promise<string> {
  const { rows } = await db.execute<{ sample: string }>(sql`
    select concat(tablename, '.', attname, ' ', most_common_vals::text, histogram_bounds::text,
      most_common_elems::text) as sample
    from pg_stats where schemaname = 'public'`);
  return rows.map(({ sample }) => sample).join('\n');
}

/** What only one of two dumps has, by table, but for rows that may differ. Empty if they are equal. */
export function compareDumps(
  before: Dump,
  after: Dump,
  mayDiffer: (table: string, row: Record<string, unknown>) => boolean = () => false,
): Record<string, { lost: unknown[]; added: unknown[] }> {
  const differences: Record<string, { lost: unknown[]; added: unknown[] }> = {};
  for (const table of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [old, current] = [before, after].map(
      (dump) => new Map((dump[table] ?? []).map((row) => [JSON.stringify(row), row])),
    ) as [Map<string, Record<string, unknown>>, Map<string, Record<string, unknown>>];
    const only = (one: typeof old, other: typeof old) =>
      [...one].flatMap(([key, row]) => (other.has(key) || mayDiffer(table, row) ? [] : [row]));
    const [lost, added] = [only(old, current), only(current, old)];
    if (lost.length > 0 || added.length > 0) differences[table] = { lost, added };
  }
  return differences;
}

/** Whether a row, or what is in its JSON or bytes, has one of the texts. */
export function hasText(row: object, texts: readonly string[]): boolean {
  const content = contentOf(row);
  return texts.some((text) => content.includes(text));
}

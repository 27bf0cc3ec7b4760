import type { Connection } from '#services/platform/database/migration/applied-migrations.ts';

export interface Table {
  /** Quoted, with its schema. */
  name: string;
  columns: { /** Quoted. */ name: string; type: string }[];
}

export interface TableContents {
  rows: number;
  /** The size of the longest row, as text. */
  maxRowBytes: number;
  /** The same for the same rows in any order. */
  checksum: string;
}

/** Everything but the system's schemas, and the lists of migrations and versions, which the target writes itself. */
const OWN = `nspname !~ '^pg_' and nspname not in ('information_schema', 'drizzle')
  and relname <> 'installed_versions'`;

/** Settings that values look the same with as text, on every server. */
export const TEXT_SETTINGS = `
  set local timezone = 'UTC';
  set local datestyle = 'ISO';
  set local intervalstyle = 'postgres';
  set local bytea_output = 'hex';
  set local extra_float_digits = 1`;

/** Lists every table of the database itself, so that a new one can't be forgotten. */
export async function listTables(connection: Connection): Promise<Table[]> {
  const { rows } = await connection.query(`
    select format('%I.%I', nspname, relname) as name, (
      select coalesce(json_agg(json_build_object(
        'name', quote_ident(attname), 'type', format_type(atttypid, atttypmod)) order by attname), '[]')
      from pg_attribute
      where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = ''
    ) as columns
    from pg_class c join pg_namespace n on n.oid = relnamespace
    where relkind = 'r' and ${OWN}
    order by 1`);
  return rows as Table[];
}

/** Lists the quoted names of all sequences, with the value that each returns next. */
export async function listSequences(connection: Connection): Promise<Map<string, string>> {
  const { rows } = await connection.query(`
    select format('%I.%I', nspname, relname) as name, seqincrement as increment
    from pg_sequence join pg_class c on c.oid = seqrelid join pg_namespace n on n.oid = relnamespace
    where ${OWN}
    order by 1`);
  const sequences = new Map<string, string>();
  for (const { name, increment } of rows as { name: string; increment: unknown }[]) {
    const { rows: values } = await connection.query(
      `select (case when is_called then last_value + ${increment} else last_value end)::text as next
       from ${name}`,
    );
    const [value] = values as { next: string }[];
    if (value) sequences.set(name, value.next);
  }
  return sequences;
}

/** Reads a table from end to end, in one statement. */
export async function summarizeTable(
  connection: Connection,
  { name, columns }: Table,
): Promise<TableContents> {
  const row = `row(${columns.map((column) => column.name).join(', ')})::text`;
  const { rows } = await connection.query(`
    select count(*)::int as rows, coalesce(max(octet_length(line)), 0) as "maxRowBytes",
      coalesce(sum(('x' || left(encode(sha256(convert_to(line, 'UTF8')), 'hex'), 16))::bit(64)::bigint), 0)::text
        as checksum
    from (select ${row} as line from ${name}) as lines`);
  return rows[0] as TableContents;
}

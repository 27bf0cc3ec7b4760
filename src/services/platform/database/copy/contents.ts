/** What PGlite, its transactions and node-postgres have in common. */
export interface Connection {
  query(text: string): Promise<{ rows: unknown[] }>;
}

export interface Table {
  /** Quoted, with its schema. */
  name: string;
  columns: { /** Quoted. */ name: string; type: string }[];
}

export interface TableContents {
  rows: number;
  /** Of the longest row, as text. */
  maxRowBytes: number;
  /** The same for the same rows in any order. */
  checksum: string;
}

/** Everything but the system's schemas, and the list of migrations, which the target writes itself. */
const OWN_SCHEMAS = `nspname !~ '^pg_' and nspname not in ('information_schema', 'drizzle')`;

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
    where relkind = 'r' and ${OWN_SCHEMAS}
    order by 1`);
  return rows as Table[];
}

/** Lists the quoted names of all sequences, with the value that each returns next. */
export async function listSequences(connection: Connection): Promise<Map<string, string>> {
  const { rows } = await connection.query(`
    select format('%I.%I', nspname, relname) as name, seqincrement as increment
    from pg_sequence join pg_class c on c.oid = seqrelid join pg_namespace n on n.oid = relnamespace
    where ${OWN_SCHEMAS}
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

/** Lists the sorted hashes of the migrations that were applied to a database; none if it has no tables of Patron. */
export async function listAppliedMigrations(connection: Connection): Promise<string[]> {
  const { rows } = await connection.query(
    `select to_regclass('drizzle.__drizzle_migrations') is not null as "isMigrated"`,
  );
  if (!(rows[0] as { isMigrated: boolean }).isMigrated) return [];
  const applied = await connection.query('select hash from drizzle.__drizzle_migrations');
  return (applied.rows as { hash: string }[]).map(({ hash }) => hash).sort();
}

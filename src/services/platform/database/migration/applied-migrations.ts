/** The common interface of PGlite, its transactions and node-postgres. */
export interface Connection {
  query(text: string): Promise<{ rows: unknown[] }>;
}

/**
 * The table that lists the applied migrations: in a schema of its own beside `public`, otherwise in the schema that
 * the role's search path gives to Patron, beside which it may create none.
 * @throws if the search path has no schema
 */
export async function findMigrationsTable(
  connection: Connection,
): Promise<{ schema: string; table: string }> {
  const { rows } = await connection.query('select quote_ident(current_schema()) as schema');
  const { schema } = rows[0] as { schema: string | null };
  if (schema === null) throw new Error('its search_path names no schema that exists; create one');
  const own = schema === 'public' ? 'drizzle' : schema;
  return { schema: own, table: `${own}.__drizzle_migrations` };
}

/** Lists the sorted hashes of the migrations that were applied to a database; none if it has no tables of Patron. */
export async function listAppliedMigrations(connection: Connection): Promise<string[]> {
  const { table } = await findMigrationsTable(connection);
  const { rows } = await connection.query(
    `select to_regclass('${table}') is not null as "isMigrated"`,
  );
  if (!(rows[0] as { isMigrated: boolean }).isMigrated) return [];
  const applied = await connection.query(`select hash from ${table}`);
  return (applied.rows as { hash: string }[]).map(({ hash }) => hash).sort();
}

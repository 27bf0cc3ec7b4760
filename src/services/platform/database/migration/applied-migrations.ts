/** The common interface of PGlite, its transactions and node-postgres. */
export interface Connection {
  query(text: string): Promise<{ rows: unknown[] }>;
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

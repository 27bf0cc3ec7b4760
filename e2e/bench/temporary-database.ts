import { randomBytes } from 'node:crypto';
import { Client, escapeIdentifier } from 'pg';

/**
 * Creates a database on the server of PATRON_TEST_DATABASE_URL.
 * @returns undefined, and says so, where no server is named.
 */
export async function createDatabase(): Promise<
  { url: string; drop(): Promise<void> } | undefined
> {
  const server = process.env.PATRON_TEST_DATABASE_URL;
  if (!server) {
    console.warn('!! PostgreSQL is left out: set PATRON_TEST_DATABASE_URL to measure on it.');
    return undefined;
  }
  const name = `patron_bench_${randomBytes(6).toString('hex')}`;
  const administer = async (statement: string) => {
    const client = new Client({ connectionString: server });
    await client.connect();
    await client.query(statement);
    await client.end();
  };
  await administer(`create database ${escapeIdentifier(name)}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: () => administer(`drop database ${escapeIdentifier(name)} with (force)`),
  };
}

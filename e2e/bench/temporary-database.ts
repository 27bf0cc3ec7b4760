import { randomBytes } from 'node:crypto';
import { Client, escapeIdentifier } from 'pg';

/**
 * Runs `measure` with a new database on the server in PATRON_TEST_DATABASE_URL, and drops it.
 *
 * @returns an empty result, with a message, if no server is configured
 */
export async function withDatabase<Result>(
  measure: (url: string) => Promise<Result[]>,
): Promise<Result[]> {
  const server = process.env.PATRON_TEST_DATABASE_URL;
  if (!server) {
    console.warn('!! PostgreSQL is left out: set PATRON_TEST_DATABASE_URL to measure on it.');
    return [];
  }
  const name = `patron_bench_${randomBytes(6).toString('hex')}`;
  await administer(server, `create database ${escapeIdentifier(name)}`);
  try {
    const url = new URL(server);
    url.pathname = `/${name}`;
    return await measure(url.href);
  } finally {
    await administer(server, `drop database ${escapeIdentifier(name)} with (force)`);
  }
}

async function administer(server: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

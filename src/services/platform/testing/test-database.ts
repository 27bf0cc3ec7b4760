import { randomBytes } from 'node:crypto';
import { Client, escapeIdentifier } from 'pg';

/** A PostgreSQL server whose role may create databases. Where CI is set it has to be there. */
export const postgresUrl = process.env.PATRON_TEST_DATABASE_URL;
if (process.env.CI === 'true' && !postgresUrl) {
  throw new Error('PATRON_TEST_DATABASE_URL: the tests on PostgreSQL have to run in CI');
}

/** An empty database on the test server. */
interface TestDatabase {
  url: string;
  /** Removes it, whoever is still connected. */
  drop(): Promise<void>;
}

/** Creates an empty database on the server that PATRON_TEST_DATABASE_URL names. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const name = `patron_test_${randomBytes(6).toString('hex')}`;
  await administer(`create database ${escapeIdentifier(name)}`);
  const url = new URL(postgresUrl ?? '');
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: () => administer(`drop database ${escapeIdentifier(name)} with (force)`),
  };
}

async function administer(statement: string): Promise<void> {
  const client = new Client({ connectionString: postgresUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

import { randomBytes } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, escapeIdentifier } from 'pg';
import { migratePostgres } from '#services/platform/database/migrate.ts';
import { createOnce } from './create-once.ts';

/** A PostgreSQL server whose role may create databases. Where CI is set it has to be there. */
export const postgresUrl = process.env.PATRON_TEST_DATABASE_URL;
if (process.env.CI === 'true' && !postgresUrl) {
  throw new Error('PATRON_TEST_DATABASE_URL: the tests on PostgreSQL have to run in CI');
}

/** Of the files in a run's directory that hold the name of a database to copy. */
const TEMPLATE = '.database';

/** A database of a test on the test server. */
export interface TestDatabase {
  url: string;
  /** Removes it, whoever is still connected. */
  drop(): Promise<void>;
}

/** Creates an empty database, without a table, on the server that PATRON_TEST_DATABASE_URL names. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const name = newName();
  await administer(`create database ${escapeIdentifier(name)}`);
  return testDatabase(name);
}

/** Creates a migrated database without a row. */
export function createMigratedDatabase(): Promise<TestDatabase> {
  return copyTestDatabase('migrated', migratePostgres);
}

/**
 * Creates a copy of a database that is made once in a run.
 * @param name by which the run knows it
 * @param fill makes it what it should be, and leaves no connection
 */
export async function copyTestDatabase(
  name: string,
  fill: (url: string) => Promise<void>,
): Promise<TestDatabase> {
  const note = await createOnce(`${name}${TEMPLATE}`, async (path) => {
    const template = await createTestDatabase();
    try {
      await fill(template.url);
    } catch (error) {
      await template.drop();
      throw error;
    }
    writeFileSync(path, new URL(template.url).pathname.slice(1));
  });
  const [copy, template] = [newName(), readFileSync(note, 'utf8')];
  await administer(
    `create database ${escapeIdentifier(copy)} template ${escapeIdentifier(template)}`,
  );
  return testDatabase(copy);
}

/** Removes what a run made its copies of. */
export async function dropTemplateDatabases(runDirectory: string): Promise<void> {
  for (const note of globSync(`*${TEMPLATE}`, { cwd: runDirectory })) {
    await dropDatabase(readFileSync(join(runDirectory, note), 'utf8'));
  }
}

function testDatabase(name: string): TestDatabase {
  const url = new URL(postgresUrl ?? '');
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => dropDatabase(name) };
}

const newName = () => `patron_test_${randomBytes(6).toString('hex')}`;

const dropDatabase = (name: string) =>
  administer(`drop database if exists ${escapeIdentifier(name)} with (force)`);

async function administer(statement: string): Promise<void> {
  const client = new Client({ connectionString: postgresUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

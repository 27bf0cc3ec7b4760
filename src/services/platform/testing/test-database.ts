import { randomBytes } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, escapeIdentifier } from 'pg';
import { migratePostgres } from '#services/platform/database/migration/migrate.ts';
import { createOnce } from './create-once.ts';

/** A PostgreSQL server with a role that may create databases. */
export const postgresUrl = process.env.PATRON_TEST_DATABASE_URL;

/** The extension of files in the run's directory that contain the name of a template database. */
const TEMPLATE = '.database';

export interface TestDatabase {
  url: string;
  /** Drops it, even with open connections. */
  drop(): Promise<void>;
}

/** Creates a database without tables on the server in PATRON_TEST_DATABASE_URL. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const name = randomName();
  await execute(`create database ${escapeIdentifier(name)}`);
  return testDatabase(name);
}

/** Creates a migrated database without rows. */
export function createMigratedDatabase(): Promise<TestDatabase> {
  return copyTestDatabase('migrated', migratePostgres);
}

/**
 * Creates a copy of a template database, which is created once per run.
 * @param name the template's unique name in the run
 * @param fill fills the template, and closes its connections
 */
export async function copyTestDatabase(
  name: string,
  fill: (url: string) => Promise<void>,
): Promise<TestDatabase> {
  const templateFile = await createOnce(`${name}${TEMPLATE}`, async (path) => {
    const template = await createTestDatabase();
    try {
      await fill(template.url);
    } catch (error) {
      await template.drop();
      throw error;
    }
    writeFileSync(path, new URL(template.url).pathname.slice(1));
  });
  const [copy, template] = [randomName(), readFileSync(templateFile, 'utf8')];
  await execute(`create database ${escapeIdentifier(copy)} template ${escapeIdentifier(template)}`);
  return testDatabase(copy);
}

export async function dropTemplateDatabases(runDirectory: string): Promise<void> {
  for (const file of globSync(`*${TEMPLATE}`, { cwd: runDirectory })) {
    await dropDatabase(readFileSync(join(runDirectory, file), 'utf8'));
  }
}

function testDatabase(name: string): TestDatabase {
  const url = new URL(postgresUrl ?? '');
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => dropDatabase(name) };
}

const randomName = () => `patron_test_${randomBytes(6).toString('hex')}`;

const dropDatabase = (name: string) =>
  execute(`drop database if exists ${escapeIdentifier(name)} with (force)`);

async function execute(statement: string): Promise<void> {
  const client = new Client({ connectionString: postgresUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

import { Client } from 'pg';
import { listAppliedMigrations } from '#services/platform/database/migration/applied-migrations.ts';
import { listMigrations, pendingSql } from '#services/platform/database/migration/migrate.ts';
import { listNarrowing } from '#services/platform/database/migration/narrowing.ts';
import type { Environment } from '#services/platform/environment.ts';
import { VERSION } from '#services/platform/version.ts';
import type { Finding } from './run-check.ts';

/**
 * Says whether the processes of the version before may run beside those of this one. Undefined if the next
 * start upgrades no PostgreSQL database, or it can't be reached, which another check reports.
 */
export async function findUpgrade({
  databaseUrl,
}: Pick<Environment, 'databaseUrl'>): Promise<Finding | undefined> {
  if (databaseUrl === undefined) return undefined;
  const applied = await readAppliedMigrations(databaseUrl).catch(() => []);
  const own = listMigrations();
  const isUpgrade = applied.length > 0 && applied.length < own.length;
  if (!isUpgrade || applied.some((hash) => !own.includes(hash))) return undefined;
  const result = `The next start upgrades the database to ${VERSION}; what is in it was not checked`;
  return listNarrowing(pendingSql(applied)).length === 0
    ? {
        status: 'ok',
        result: `${result}. Processes of the version before can run until you replace them`,
      }
    : { status: 'warning', result, advice: 'Stop all processes of the version before first' };
}

async function readAppliedMigrations(url: string): Promise<string[]> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await listAppliedMigrations(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

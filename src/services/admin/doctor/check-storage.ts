import { statSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import type { AdminContext, AdminServices } from '#services/admin/admin-context.ts';
import { describeFailure } from '#services/admin/describe-failure.ts';
import { DataDirectoryError, DataDirectoryInUseError } from '#services/platform/data-directory.ts';
import type { Environment } from '#services/platform/environment.ts';
import { WrongKeysError } from '#services/platform/secrets/database-keys.ts';
import { keysPath, readKeys } from '#services/platform/secrets/keys-file.ts';
import type { Finding } from './run-check.ts';

/** Opens the database and its keys at the first call; all calls share the outcome. */
export type OpenServices = () => Promise<AdminServices>;

/** Result of checks that need the database, when it can't be opened. */
export const NOT_CHECKED: Finding = {
  status: 'warning',
  result: 'Not checked without the database',
};

export function openOnce(open: AdminContext['open']): OpenServices {
  let services: Promise<AdminServices> | undefined;
  return () => {
    services ??= open();
    return services;
  };
}

export async function checkDatabase(
  open: OpenServices,
  { databaseUrl, dataDirectory, demo }: Environment,
): Promise<Finding> {
  try {
    const { db } = await open();
    if (databaseUrl === undefined) {
      const result = `The embedded database in ${dataDirectory}`;
      const advice = 'It is for a trial or a small team; set DATABASE_URL for anything else';
      return demo ? { status: 'ok', result } : { status: 'warning', result, advice };
    }
    const rows = await db.execute<{ server_version: string }>(sql`show server_version`);
    return { status: 'ok', result: `PostgreSQL ${rows.rows[0]?.server_version}` };
  } catch (error) {
    if (error instanceof DataDirectoryInUseError) {
      const result = `The embedded database in ${dataDirectory} is in use by the services`;
      return { status: 'warning', result, advice: 'Stop them to check what is in it' };
    }
    // The keys come after the database.
    if (error instanceof WrongKeysError) return { status: 'ok', result: 'Opened' };
    return { status: 'problem', result: describeFailure(error) };
  }
}

export async function checkKeys(
  open: OpenServices,
  { dataDirectory }: Environment,
): Promise<Finding> {
  const error = await open().then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof DataDirectoryError && !(error instanceof DataDirectoryInUseError)) {
    return { status: 'problem', result: describeFailure(error) };
  }
  const path = keysPath(dataDirectory);
  const keys = readKeys(path);
  if (!keys) {
    return error ? NOT_CHECKED : { status: 'problem', result: `There is no ${path}` };
  }
  if ((statSync(path).mode & 0o077) !== 0) {
    const advice = `Run chmod 600 ${path}, and rotate the keys if others could read them`;
    return { status: 'problem', result: `Other users of this machine can read ${path}`, advice };
  }
  const owner = error ? 'readable by their owner only' : "this database's";
  return { status: 'ok', result: `The keys in ${path} are ${owner}` };
}

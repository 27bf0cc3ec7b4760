import { onTestFinished, test } from 'vitest';
import { openPostgres } from '#services/platform/database/postgres/postgres.ts';
import { silentLog } from '#services/platform/testing/silent-log.ts';
import { temporaryDirectory } from '#services/platform/testing/temporary-directory.ts';
import { createMigratedDatabase, postgresUrl } from '#services/platform/testing/test-database.ts';
import { killRepeatedly } from '#services/testing/crash-loop.ts';
import { killJobsRepeatedly } from '#services/testing/kill-jobs.ts';

test.skipIf(!postgresUrl)(
  'kill -9 while sending and receiving loses nothing and repeats nothing, on PostgreSQL',
  async () => {
    const database = await createMigratedDatabase();
    onTestFinished(database.drop);
    await killRepeatedly({
      variables: { DATABASE_URL: database.url, PATRON_DATA_DIR: temporaryDirectory() },
      open: () => openPostgres(database.url, silentLog),
    });
  },
  300_000,
);

test.skipIf(!postgresUrl)(
  'kill -9 during bulk changes, bulk points and an import applies each row once, on PostgreSQL',
  async () => {
    const database = await createMigratedDatabase();
    onTestFinished(database.drop);
    await killJobsRepeatedly({
      variables: { DATABASE_URL: database.url, PATRON_DATA_DIR: temporaryDirectory() },
      open: () => openPostgres(database.url, silentLog),
    });
  },
  180_000,
);

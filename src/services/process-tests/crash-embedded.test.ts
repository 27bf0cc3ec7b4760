import { test } from 'vitest';
import { openEmbedded } from '#services/platform/database/embedded/embedded.ts';
import { migratedDirectory } from '#services/platform/testing/migrated-directory.ts';
import { killRepeatedly } from '#services/testing/crash-loop.ts';
import { killJobsRepeatedly } from '#services/testing/kill-jobs.ts';

test('kill -9 while sending and receiving loses nothing and repeats nothing, on the embedded database', async () => {
  const directory = await migratedDirectory();
  await killRepeatedly({
    variables: { PATRON_DATA_DIR: directory },
    open: () => openEmbedded(directory),
  });
}, 300_000);

test('kill -9 during bulk changes, bulk points and an import applies each row once, on the embedded database', async () => {
  const directory = await migratedDirectory();
  await killJobsRepeatedly({
    variables: { PATRON_DATA_DIR: directory },
    open: () => openEmbedded(directory),
  });
}, 180_000);

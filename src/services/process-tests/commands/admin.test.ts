import { expect, test } from 'vitest';
import { migratedDirectory } from '#services/platform/testing/migrated-directory.ts';
import { runCommand } from '#services/testing/run-command.ts';

test('npm run admin passes on its arguments and exit status', async () => {
  const settings = { PATRON_DEMO: '0', PATRON_DATA_DIR: await migratedDirectory() };
  const created = runCommand('admin', settings, 'teams', 'create', 'Northwind & Sons', '--json');
  expect(await created.exited).toBe(0);
  expect(JSON.parse(created.output())).toMatchObject({ name: 'Northwind & Sons' });

  const rejected = runCommand('admin', settings, 'teams', 'show', '999');
  expect(await rejected.exited).toBe(1);
  expect(rejected.output()).toBe('error: There is no team 999\n');
}, 60_000);

import { copyFileSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { openDeploymentKeyring } from '#services/compose/open-deployment-keyring.ts';
import { auditEvents } from '#services/platform/audit/audit-events-table.ts';
import { openEmbedded } from '#services/platform/database/embedded/embedded.ts';
import { openKeyring } from '#services/platform/secrets/open-keyring.ts';
import { findFreePort } from '#services/platform/testing/free-ports.ts';
import { migratedDirectory } from '#services/platform/testing/migrated-directory.ts';
import { silentLog } from '#services/platform/testing/silent-log.ts';
import { temporaryDirectory } from '#services/platform/testing/temporary-directory.ts';
import { runAdminProcess } from '#services/testing/admin-process.ts';
import { runUntilExit, startPatronProcess } from '#services/testing/patron-process.ts';

const SLOW_MS = 90_000;

/** What the audit log says about the keys of an embedded database that no process has open. */
async function listKeyEvents(directory: string): Promise<string[][]> {
  const storage = await openEmbedded(directory);
  const events = await storage.db
    .select()
    .from(auditEvents)
    .where(eq(auditEvents.subjectType, 'key'))
    .orderBy(auditEvents.id);
  await storage.close();
  return events.map(({ action, actorKind, actorId }) => [action, actorKind, actorId]);
}

describe('the admin process', () => {
  test(
    'uses the embedded database and releases it at the end',
    async () => {
      const variables = { PATRON_DATA_DIR: join(temporaryDirectory(), 'data') };
      const created = await runAdminProcess(
        'npm run admin -- people create ada@example.com --name "Ada Marsh" --json',
        { variables, stdin: 'correct horse battery\n' },
      );
      expect([created.code, created.stderr]).toEqual([0, '']);
      expect(JSON.parse(created.stdout)).toEqual({
        id: 1,
        email: 'ada@example.com',
        name: 'Ada Marsh',
      });
      const shown = await runAdminProcess('npm run admin -- people list', { variables });
      expect(shown).toEqual({
        code: 0,
        stdout: expect.stringMatching(/^ID {2}EMAIL .*\n1 {3}ada@example\.com {2}Ada Marsh .*\n$/),
        stderr: '',
      });
    },
    SLOW_MS,
  );

  test('shows help and usage errors without creating a database', async () => {
    const PATRON_DATA_DIR = join(temporaryDirectory(), 'data');
    const variables = { PATRON_DATA_DIR };
    const help = await runAdminProcess('npm run admin -- people --help', { variables });
    expect(help).toMatchObject({ code: 0, stderr: '' });
    const wrong = await runAdminProcess('npm run admin -- people lst', { variables });
    expect(wrong).toMatchObject({ code: 2, stdout: '' });
    expect(existsSync(PATRON_DATA_DIR)).toBe(false);
  });

  test(
    'reports that the services use the embedded database, but can rotate keys',
    async () => {
      const variables = { PATRON_DATA_DIR: await migratedDirectory(), PATRON_DEMO: '0' };
      const services = await startPatronProcess(variables);
      const rejected = await runAdminProcess('npm run admin -- teams list', { variables });
      expect(rejected).toEqual({
        code: 1,
        stdout: '',
        stderr: `error: The data directory ${variables.PATRON_DATA_DIR} is in use, and the embedded database accepts one process at a time: stop the services, run this command again, then start the services\n`,
      });
      const rotated = await runAdminProcess(
        'npm run admin -- keys rotate --active-after 5 --json',
        {
          variables,
        },
      );
      expect([rotated.code, rotated.stderr]).toEqual([
        0,
        'The running services record this in the audit log within a minute.\n',
      ]);
      const { active_from } = JSON.parse(rotated.stdout) as { active_from: string };
      expect(Math.abs(Date.parse(active_from) - Date.now())).toBeLessThan(20_000);
      expect((await fetch(`${services.url}/readyz`)).status).toBe(200);
    },
    SLOW_MS,
  );

  test(
    'and the services reject missing keys and keys of another database in one line',
    async () => {
      const PATRON_DATA_DIR = await migratedDirectory();
      const variables = { PATRON_DATA_DIR };
      const storage = await openEmbedded(PATRON_DATA_DIR);
      await openDeploymentKeyring({ dataDirectory: PATRON_DATA_DIR }, storage, silentLog);
      await storage.close();
      const keys = join(PATRON_DATA_DIR, 'keys.json');
      rmSync(keys);
      const rotated = await runAdminProcess('npm run admin -- keys rotate', { variables });
      expect([rotated.code, rotated.stdout]).toEqual([1, '']);
      expect(rotated.stderr).toMatch(/^error: There is no \S+keys\.json, which this [^\n]+\n$/);

      const other = temporaryDirectory();
      await openKeyring(other);
      copyFileSync(join(other, 'keys.json'), keys);
      const started = await runUntilExit({ ...variables, PORT: '0', PATRON_DEMO: '0' });
      expect(started.code).toBe(1);
      expect(started.stderr).toMatch(/^The keys in \S+keys\.json are not this [^\n]+\n$/);
      const adopted = await runAdminProcess('npm run admin -- keys adopt --yes', { variables });
      expect([adopted.code, adopted.stdout]).toEqual([0, '']);
      expect(await listKeyEvents(PATRON_DATA_DIR)).toEqual([
        ['key.adopt', 'command', 'keys adopt'],
      ]);
    },
    SLOW_MS,
  );

  test.each([
    [{ DATABASE_URL: 'mysql://root:hunter2@db/x' }, /^error: DATABASE_URL: its value is not a Po/],
    [{ PATRON_DATA_DIR: '/sys/kernel/x' }, /^error: .*\/sys\/kernel\/x/],
  ])('%j fails with one line', async (variables, line) => {
    const { code, stdout, stderr } = await runAdminProcess('npm run admin -- teams list', {
      variables: variables as unknown as Record<string, string>,
    });
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(line);
    expect(stderr).toMatch(/^[^\n]+\n$/);
    expect(stderr).not.toContain('hunter2');
  });

  test('an unreachable PostgreSQL server fails with one line without the password', async () => {
    const port = await findFreePort();
    const DATABASE_URL = `postgres://patron:hunter2@127.0.0.1:${port}/patron`;
    const variables = { DATABASE_URL, PATRON_DATA_DIR: temporaryDirectory() };
    const { code, stderr } = await runAdminProcess('npm run admin -- teams list', { variables });
    expect([code, stderr]).toEqual([
      1,
      `error: DATABASE_URL: the database at 127.0.0.1:${port}/patron can't be used: connect ECONNREFUSED 127.0.0.1:${port}\n`,
    ]);
  });
});

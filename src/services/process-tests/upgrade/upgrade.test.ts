import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { signInThroughPages } from '#services/advocacy/testing/sign-in-through-pages.ts';
import { openStorage } from '#services/compose/open-storage.ts';
import { expectFigures } from '#services/platform/database/testing/expect-figures.ts';
import { silentLog } from '#services/platform/testing/silent-log.ts';
import { postgresUrl } from '#services/platform/testing/test-database.ts';
import { runAdminProcess } from '#services/testing/admin-process.ts';
import { type PatronProcess, startPatronProcess } from '#services/testing/patron-process.ts';
import {
  type FrozenRelease,
  listReleases,
  restoreEmbedded,
  restorePostgres,
} from './frozen-release.ts';

const USER = { email: 'ada@example.com', password: 'correct horse battery staple' };
const MINUTE_MS = 60_000;

const databases = [
  ['embedded database', restoreEmbedded, false],
  ['PostgreSQL', restorePostgres, !postgresUrl],
] as const;

interface Ledger {
  data: { balance: number; reason: string }[];
}

/** Uses what the release's deployment has, and adds to it. */
async function useDeployment({ url }: PatronProcess): Promise<void> {
  const { access_token } = await signInThroughPages(`${url}/api/advocacy`, USER);
  const send = async <Content>(method: string, path: string, body?: object): Promise<Content> => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });

    const content = (await response.json()) as Content;
    expect([method, path, response.status, content]).toEqual([
      ...[method, path, expect.toSatisfy((status: number) => status < 300), content],
    ]);
    return content;
  };
  const team = '/gateway/teams/1';
  const me = await send<{ data: { attributes: object } }>('GET', '/api/advocacy/v2/me');
  expect(me.data.attributes).toMatchObject({ name: 'Ada Marsh', email: USER.email });

  const points = await send<Ledger>('GET', `${team}/points/M-1`);
  expect(points.data).toContainEqual(expect.objectContaining({ reason: 'A frozen reason' }));
  await send('POST', `${team}/points/M-1`, { points: 5, reason: 'After the upgrade' });
  const after = await send<Ledger>('GET', `${team}/points/M-1`);
  expect(after.data[0]).toMatchObject({ balance: (points.data[0]?.balance ?? 0) + 5 });

  const events = await send('GET', `${team}/audit-events?subject_id=M-2`);
  expect(JSON.stringify(events)).toContain('by a job');

  const members = `${team}/loyalty/v2/loyalty/members`;
  await send('POST', members, { member_id: 'M-31', first_name: 'Grace', member_tags: ['frozen'] });
  const directory = `${team}/directory/members?tag=frozen&count=50`;
  // After an upgrade it may be read again.
  await expect
    .poll(() => send<object>('GET', directory), { timeout: 60_000 })
    .toMatchObject({ total: 31, directory: { state: 'current' } });
  const data = {
    kind: 'change',
    selection: { filter: { tag: 'frozen' } },
    change: { add_tags: ['upgraded'] },
  };
  const job = await send<{ data: { id: string } }>('POST', `${team}/jobs`, { data });
  const path = `${team}/jobs/${job.data.id}`;
  await expect
    .poll(async () => (await send<{ data: object }>('GET', path)).data, { timeout: 60_000 })
    .toMatchObject({ state: 'done', done: 31, failed: 0 });
}

describe.each(listReleases())('an upgrade from $version', (release: FrozenRelease) => {
  for (const [name, restore, isMissing] of databases) {
    test.skipIf(isMissing)(
      `keeps a deployment on the ${name} working`,
      async () => {
        const variables = {
          ...(await restore(release)),
          PATRON_AUDIT_DAYS: '36500',
          PATRON_DIRECTORY_POLL_SECONDS: '1',
        };
        const patron = await startPatronProcess(variables);
        await useDeployment(patron);
        patron.kill('SIGTERM');
        expect((await patron.exited).code).toBe(0);
        const { code, stdout } = await runAdminProcess('npm run admin -- people list --json', {
          variables,
        });
        expect([code, stdout]).toEqual([0, expect.stringContaining(USER.email)]);
        const { PATRON_DATA_DIR: dataDirectory, DATABASE_URL: databaseUrl } = variables as {
          PATRON_DATA_DIR: string;
          DATABASE_URL?: string;
        };
        const storage = await openStorage({ dataDirectory, databaseUrl }, silentLog);
        onTestFinished(() => storage.close());
        await expectFigures(storage.db);
      },
      4 * MINUTE_MS,
    );
  }

  test(
    'keeps a copy of the embedded database until the first clean stop',
    async () => {
      const variables = await restoreEmbedded(release);
      const copy = join(variables.PATRON_DATA_DIR, 'database-before-upgrade', 'PG_VERSION');
      const first = await startPatronProcess(variables);
      expect(existsSync(copy)).toBe(true);
      first.kill('SIGKILL');
      await first.exited;
      const second = await startPatronProcess(variables);
      expect(existsSync(copy)).toBe(true);
      second.kill('SIGTERM');
      expect((await second.exited).code).toBe(0);
      expect(existsSync(copy)).toBe(false);
    },
    MINUTE_MS,
  );
});

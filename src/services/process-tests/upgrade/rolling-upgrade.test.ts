import { execFileSync, spawnSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { signInThroughPages } from '#services/advocacy/testing/sign-in-through-pages.ts';
import { startReceiver } from '#services/loyalty/testing/receiver.ts';
import { openPostgres } from '#services/platform/database/postgres/postgres.ts';
import { expectFigures } from '#services/platform/database/testing/expect-figures.ts';
import { findFreePort } from '#services/platform/testing/free-ports.ts';
import { silentLog } from '#services/platform/testing/silent-log.ts';
import { temporaryDirectory } from '#services/platform/testing/temporary-directory.ts';
import { postgresUrl } from '#services/platform/testing/test-database.ts';
import { runAdminProcess } from '#services/testing/admin-process.ts';
import { type PatronProcess, startPatronProcess } from '#services/testing/patron-process.ts';
import { type FrozenRelease, listReleases, restorePostgres } from './frozen-release.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const USER = { email: 'ada@example.com', password: 'correct horse battery staple' };
const CLIENTS = 4;
const TEAM = '/gateway/teams/1';

/** A clone of the last commits only doesn't have the release. */
const hasCommit = ({ commit }: FrozenRelease) =>
  spawnSync('git', ['cat-file', '-e', commit], { cwd: root }).status === 0;

/** The services of a release, with today's packages. @returns the path of its main file */
function checkOut({ commit }: FrozenRelease): string {
  const folder = temporaryDirectory();
  const archive = execFileSync('git', ['archive', commit, 'package.json', 'src'], {
    cwd: root,
    maxBuffer: 256 * 1024 * 1024,
  });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return join(folder, 'src/services/main.ts');
}

/**
 * Sends requests to the processes in turn until it is stopped: each member is created by one process, gets
 * points from others and, one in three, is deleted.
 */
function startLoad(targets: readonly PatronProcess[], authorization: string) {
  let [sent, isStopped] = [0, false];
  const failed: unknown[] = [];
  const headers = { authorization, 'content-type': 'application/json' };
  const send = async (method: string, path: string, body?: object) => {
    const url = `${targets[sent++ % targets.length]?.url}${path}`;
    try {
      const response = await fetch(url, {
        method,
        headers,
        ...(body && { body: JSON.stringify(body) }),
      });
      const content = await response.text();
      if (!response.ok) failed.push([method, url, response.status, content]);
      return content === '' ? undefined : JSON.parse(content);
    } catch (error) {
      failed.push([method, url, error]);
      return undefined;
    }
  };
  const work = async (client: number) => {
    for (let id = client; !isStopped; id += CLIENTS) {
      const members = `${TEAM}/loyalty/v2/loyalty/members`;
      const member = { member_id: `L-${id}`, first_name: 'Grace', member_tags: [`tag-${id % 3}`] };
      await send('POST', members, { ...member, address: { city: `City ${id % 5}` } });
      await send('POST', `${TEAM}/points/L-${id}`, { points: 10 + (id % 4), reason: 'Load' });
      await send('GET', `${TEAM}/directory/members?q=grace`);
      await send('POST', `${TEAM}/points/M-${1 + (id % 30)}`, { points: 1, reason: 'Load' });
      await send('GET', '/api/advocacy/v2/me');
      if (id % 3 === 0) await send('DELETE', `${members}/L-${id}?idParam=member_id`);
    }
  };
  const clients = Promise.all(Array.from({ length: CLIENTS }, (_, client) => work(client)));
  const stop = async () => {
    isStopped = true;
    await clients;
  };
  onTestFinished(stop);
  return {
    failed,
    stop,
    /** Resolves when all targets have served some more requests. */
    async serveMore() {
      const until = sent + 60;
      await expect.poll(() => sent, { timeout: 60_000 }).toBeGreaterThan(until);
    },
    /** Runs a job that tags members, whichever process works on it. */
    async runJob(tag: string) {
      const data = {
        kind: 'change',
        selection: { filter: { tag: ['frozen'] } },
        change: { add_tags: [tag] },
      };
      // Older versions build their directory again after the upgrade.
      const readDirectory = async () =>
        (await send('GET', `${TEAM}/directory/members?count=1`))?.directory.state as string;
      await expect.poll(readDirectory, { timeout: 60_000 }).toBe('current');
      const job = await send('POST', `${TEAM}/jobs`, { data });
      expect(failed).toEqual([]);
      const readState = async () =>
        (await send('GET', `${TEAM}/jobs/${job?.data.id}`))?.data.state as string;
      await expect.poll(readState, { timeout: 60_000 }).toBe('done');
    },
  };
}

/** A receiver that rejects each request twice, and what it was sent. */
async function startStrictReceiver() {
  const receiver = await startReceiver();
  onTestFinished(() => receiver.close());
  const attempts = new Map<string, { bodies: Set<string>; count: number }>();
  receiver.respondWith(({ body }) => {
    const { events } = JSON.parse(body) as { events: { id: string }[] };
    const counts = events.map(({ id }) => {
      const known = attempts.get(id) ?? { bodies: new Set(), count: 0 };
      known.bodies.add(body);
      known.count += 1;
      attempts.set(id, known);
      return known.count;
    });
    return Math.min(...counts) <= 2 ? 500 : 200;
  });
  return { url: receiver.url, attempts };
}

async function readRows(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  return (await client.query(statement).finally(() => client.end())).rows;
}

/** The members whose totals differ from their transactions. */
const WRONG_TOTALS = `
  select member.member_id, available_points, ledger.* from loyalty_members member
  cross join lateral (
    select coalesce(sum(case when kind in ('earned', 'approved', 'added') then points
      when kind in ('expired', 'deducted', 'redeemed', 'removed') then -points else 0 end), 0) as available
    from loyalty_point_transactions where member_id = member.id) as ledger
  where available_points <> ledger.available`;

describe.skipIf(!postgresUrl)('a rolling upgrade', () => {
  for (const release of listReleases()) {
    test.skipIf(!hasCommit(release))(
      `from ${release.version} fails no request, delivers each event once and keeps all figures right`,
      () => upgrade(release),
      240_000,
    );
  }

  async function upgrade(release: FrozenRelease): Promise<void> {
    const PORT = String(await findFreePort());
    const variables = {
      ...(await restorePostgres(release)),
      LOYALTY_WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
      LOYALTY_WEBHOOK_RETRY_SECONDS: '1',
      PATRON_AUDIT_DAYS: '36500',
      PATRON_DIRECTORY_POLL_SECONDS: '1',
      PATRON_PUBLIC_URL: `http://localhost:${PORT}`,
    };
    const before = checkOut(release);
    const admin = async (command: string, entry?: string) => {
      const options = { variables: { ...variables, ...(entry && { ENTRY: entry }) } };
      const { code, stderr } = await runAdminProcess(`npm run admin -- ${command}`, options);
      expect(code, stderr).toBe(0);
    };
    const oldAdmin = join(before, '../admin/admin.ts');
    const receiver = await startStrictReceiver();
    await admin(`webhooks create ${receiver.url} --program northwind`, oldAdmin);
    const targets = [
      await startPatronProcess({ ...variables, PORT }, before),
      await startPatronProcess(variables, before),
    ];
    const { access_token } = await signInThroughPages(`${targets[0]?.url}/api/advocacy`, USER);
    const load = startLoad(targets, `Bearer ${access_token}`);
    await admin('campaigns enter Before --program northwind --member M-1', oldAdmin);
    await load.serveMore();
    for (let count = 0; count < 2; count++) {
      // As a load balancer does: first no new requests, then the end.
      const [old] = targets.splice(0, 1);
      old?.kill('SIGTERM');
      expect((await old?.exited)?.code).toBe(0);
      targets.push(await startPatronProcess(variables));
      await Promise.all([
        load.runJob(`job-${count}`),
        admin(`campaigns enter During-${count} --program northwind --member M-2`),
        count === 0 ? admin('keys rotate --active-after 0') : undefined,
      ]);
      await load.serveMore();
    }
    await load.stop();
    expect(load.failed).toEqual([]);

    const unfinished = `select 1 from loyalty_deliveries where state = 'waiting'`;
    await expect
      .poll(() => readRows(variables.DATABASE_URL, unfinished), { timeout: 60_000 })
      .toEqual([]);
    const given = `
      select attempt.* from loyalty_delivery_attempts attempt
      join loyalty_deliveries delivery on delivery.id = attempt.delivery_id
      join loyalty_webhook_targets target on target.id = delivery.target_id
      where delivery.state = 'failed' and target.url = '${receiver.url}'`;
    expect(await readRows(variables.DATABASE_URL, given)).toEqual([]);
    expect(receiver.attempts.size).toBeGreaterThanOrEqual(3);
    for (const { bodies, count } of receiver.attempts.values()) {
      expect({ bodies: bodies.size, count }).toEqual({ bodies: 1, count: 3 });
    }
    expect(await readRows(variables.DATABASE_URL, WRONG_TOTALS)).toEqual([]);
    const storage = await openPostgres(variables.DATABASE_URL, silentLog);
    onTestFinished(() => storage.close());
    await expectFigures(storage.db);
  }
});

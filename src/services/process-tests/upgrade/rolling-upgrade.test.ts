import { execFileSync, spawnSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { signInThroughPages } from '#services/advocacy/testing/sign-in-through-pages.ts';
import { findFreePort } from '#services/platform/testing/free-ports.ts';
import { temporaryDirectory } from '#services/platform/testing/temporary-directory.ts';
import { postgresUrl } from '#services/platform/testing/test-database.ts';
import { type PatronProcess, startPatronProcess } from '#services/testing/patron-process.ts';
import { type FrozenRelease, listReleases, restorePostgres } from './frozen-release.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const USER = { email: 'ada@example.com', password: 'correct horse battery staple' };
const CLIENTS = 4;

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

/** Sends requests to the processes in turn until it is stopped. */
function startLoad(targets: readonly PatronProcess[], authorization: string) {
  let [sent, isStopped] = [0, false];
  const failed: unknown[] = [];
  const headers = { authorization, 'content-type': 'application/json' };
  const team = '/gateway/teams/1';
  const requests = [
    () => ['GET', '/api/advocacy/v2/me'],
    () => ['GET', `${team}/directory/members?q=grace`],
    () => ['GET', `${team}/points/M-1`],
    () => ['GET', `${team}/audit-events`],
    (id: number) => [
      'POST',
      `${team}/loyalty/v2/loyalty/members`,
      JSON.stringify({ member_id: `L-${id}`, first_name: 'Grace' }),
    ],
  ];
  const send = async () => {
    while (!isStopped) {
      const id = sent++;
      const [method = '', path, body] = requests[id % requests.length]?.(id) ?? [];
      const url = `${targets[id % targets.length]?.url}${path}`;
      try {
        const response = await fetch(url, { method, headers, ...(body && { body }) });
        const content = await response.text();
        if (!response.ok) failed.push([method, path, response.status, content]);
      } catch (error) {
        failed.push([method, path, error]);
      }
    }
  };
  const clients = Promise.all(Array.from({ length: CLIENTS }, send));
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
      const until = sent + 40;
      await expect.poll(() => sent, { timeout: 60_000 }).toBeGreaterThan(until);
    },
  };
}

describe.skipIf(!postgresUrl)('a rolling upgrade', () => {
  const last = listReleases().at(-1) as FrozenRelease;
  test.skipIf(!hasCommit(last))(
    `from ${last.version} fails no request`,
    async () => {
      const PORT = String(await findFreePort());
      const variables = {
        ...(await restorePostgres(last)),
        PATRON_AUDIT_DAYS: '36500',
        PATRON_DIRECTORY_POLL_SECONDS: '1',
        PATRON_PUBLIC_URL: `http://localhost:${PORT}`,
      };
      const before = checkOut(last);
      const targets = [
        await startPatronProcess({ ...variables, PORT }, before),
        await startPatronProcess(variables, before),
      ];
      const { access_token } = await signInThroughPages(`${targets[0]?.url}/api/advocacy`, USER);
      const load = startLoad(targets, `Bearer ${access_token}`);
      await load.serveMore();
      for (let count = 0; count < 2; count++) {
        // As a load balancer does: first no new requests, then the end.
        const [old] = targets.splice(0, 1);
        old?.kill('SIGTERM');
        expect((await old?.exited)?.code).toBe(0);
        targets.push(await startPatronProcess(variables));
        await load.serveMore();
      }
      await load.stop();
      expect(load.failed).toEqual([]);
    },
    240_000,
  );
});

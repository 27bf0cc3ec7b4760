import { setTimeout as sleep } from 'node:timers/promises';
import { decodeProtectedHeader } from 'jose';
import { expect, onTestFinished, test, vi } from 'vitest';
import { JSON_API_MEDIA_TYPE } from '#contract/json-api.ts';
import { openKeyring } from '#services/platform/secrets/open-keyring.ts';
import { rotateKeys } from '#services/platform/secrets/rotate-keys.ts';
import { postgresUrl } from '#services/platform/testing/test-database.ts';
import { runAdminProcess } from '#services/testing/admin-process.ts';
import { createDemoDatabase } from '#services/testing/demo-data.ts';
import { confirmPassword, signInAsAdmin } from '#services/testing/demo-requests.ts';
import { type PatronProcess, startPatronProcess } from '#services/testing/patron-process.ts';

type Headers = { authorization: string };

/** The id of the key that signed the token. */
const kidOf = (idToken: string) => decodeProtectedHeader(idToken).kid;

/** Deletes something that doesn't exist: 404, or 403 if the id_token is invalid. */
async function statusOfDelete({ url }: PatronProcess, headers: Headers, idToken: string) {
  const path = `/api/advocacy/v2/authentication_factors/999999999?id_token=${idToken}`;
  return (await fetch(`${url}${path}`, { method: 'DELETE', headers })).status;
}

/** Makes the gateway decrypt the loyalty program's key. */
async function readMembers({ url }: PatronProcess, headers: Headers) {
  const path = '/gateway/teams/1/loyalty/v2/loyalty/members?count=1';
  return (await fetch(`${url}${path}`, { headers })).status;
}

/** Makes a process encrypt credentials. */
async function connectAccount({ url }: PatronProcess, headers: Headers, user: string) {
  const site = 'sftp://files.example.com/';
  const attributes = { type: 'sftp', access_token: user, secret: 'x', site };
  const response = await fetch(`${url}/api/advocacy/v2/teams/1/accounts`, {
    method: 'POST',
    headers: { ...headers, 'content-type': JSON_API_MEDIA_TYPE },
    body: JSON.stringify({ data: { type: 'account', attributes } }),
  });
  return response.status;
}

/**
 * Makes the processes read and write encrypted data continuously.
 *
 * @returns stops the load and returns the statuses of all responses
 */
function startLoad(processes: PatronProcess[], headers: Headers) {
  const statuses = new Set<number>();
  let isOver = false;
  const work = async (patron: PatronProcess, index: number) => {
    for (let turn = 0; !isOver; turn += 1) {
      statuses.add(await readMembers(patron, headers));
      statuses.add(await connectAccount(patron, headers, `${index}-${turn}`));
      // A pause between requests, which nothing waits for.
      await sleep(50);
    }
  };
  const working = Promise.all(processes.map(work));
  return async () => {
    isOver = true;
    await working;
    return statuses;
  };
}

test.skipIf(!postgresUrl)(
  'running processes adopt new keys, and work without the old one after re-encryption, without interruption',
  async () => {
    const { url, directory: PATRON_DATA_DIR, drop } = await createDemoDatabase();
    onTestFinished(drop);
    const variables = { DATABASE_URL: url, PATRON_DEMO: '1', PATRON_DATA_DIR };
    const one = await startPatronProcess(variables);
    const two = await startPatronProcess({ ...variables, PATRON_PUBLIC_URL: one.url });
    const headers = await signInAsAdmin(one);
    const keys = async (verb: string) => {
      const command = `npm run -s admin -- keys ${verb} --json`;
      const { code, stdout, stderr } = await runAdminProcess(command, { variables });
      expect([code, stderr]).toEqual([0, '']);
      return JSON.parse(stdout) as unknown;
    };
    /** Waits until both processes sign with a new key and accept each other's signatures. */
    const waitForNewKey = (before: string) =>
      vi.waitFor(
        async () => {
          for (const [issuer, other] of [
            [one, two],
            [two, one],
          ] as const) {
            const idToken = await confirmPassword(issuer, headers);
            expect(kidOf(idToken)).not.toBe(kidOf(before));
            expect(await statusOfDelete(other, headers, idToken)).toBe(404);
          }
        },
        { timeout: 30_000, interval: 500 },
      );

    const first = await confirmPassword(one, headers);
    // Backdated by more than a day; the processes notice it when they next check the file.
    await rotateKeys(PATRON_DATA_DIR, { clock: { now: () => new Date(Date.now() - 90_000_000) } });
    await waitForNewKey(first);
    const stopLoad = startLoad([one, two], headers);
    const columns = (await keys('reencrypt')) as { reencrypted: number }[];
    expect(columns.reduce((sum, { reencrypted }) => sum + reencrypted, 0)).toBeGreaterThan(60);
    expect(await keys('retire')).toEqual({ retired: 1, waiting: 0 });

    const second = await confirmPassword(one, headers);
    await rotateKeys(PATRON_DATA_DIR, { activeAfterSeconds: 6 });
    // The file they reload no longer contains the first key.
    await waitForNewKey(second);
    expect(await statusOfDelete(two, headers, second)).toBe(404);
    expect(await statusOfDelete(two, headers, `${second}x`)).toBe(403);
    expect(await stopLoad()).toEqual(new Set([200, 201]));
    expect((await openKeyring(PATRON_DATA_DIR)).encryption).toHaveLength(2);
  },
  150_000,
);

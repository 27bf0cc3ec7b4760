import { setTimeout as sleep } from 'node:timers/promises';
import { decodeProtectedHeader } from 'jose';
import { expect, onTestFinished, test, vi } from 'vitest';
import { idTokenResponseSchema } from '#contract/advocacy/oauth.ts';
import { JSON_API_MEDIA_TYPE } from '#contract/json-api.ts';
import { DEMO_SIGN_IN } from '#services/demo/seed/advocacy/people.ts';
import { openKeyring } from '#services/platform/secrets/open-keyring.ts';
import { rotateKeys } from '#services/platform/secrets/rotate-keys.ts';
import { postgresUrl } from '#services/platform/testing/test-database.ts';
import { runAdminProcess } from '#services/testing/admin-process.ts';
import { signInAsAdmin } from '#services/testing/demo-requests.ts';
import { createDemoDatabase } from '#services/testing/demo-data.ts';
import { type PatronProcess, startPatronProcess } from '#services/testing/patron-process.ts';

type Headers = { authorization: string };

async function confirmPassword({ url }: PatronProcess, headers: Headers): Promise<string> {
  const body = new URLSearchParams({ password: DEMO_SIGN_IN.password });
  const answer = await fetch(`${url}/api/advocacy/oauth/id_token`, {
    method: 'POST',
    headers,
    body,
  });
  return idTokenResponseSchema.parse(await answer.json()).id_token;
}

/** The id of the key that a token is signed with. */
const kidOf = (idToken: string) => decodeProtectedHeader(idToken).kid;

/** What is answered where there is nothing to delete: 404, or 403 to an id_token that is none. */
async function statusOfDelete({ url }: PatronProcess, headers: Headers, idToken: string) {
  const path = `/api/advocacy/v2/authentication_factors/999999999?id_token=${idToken}`;
  return (await fetch(`${url}${path}`, { method: 'DELETE', headers })).status;
}

/** A key that is decrypted for each request: the gateway's, for the loyalty program. */
async function readMembers({ url }: PatronProcess, headers: Headers) {
  const path = '/gateway/teams/1/loyalty/v2/loyalty/members?count=1';
  return (await fetch(`${url}${path}`, { headers })).status;
}

/** Something that is encrypted by a process. */
async function connect({ url }: PatronProcess, headers: Headers, user: string) {
  const site = 'sftp://files.example.com/';
  const attributes = { type: 'sftp', access_token: user, secret: 'x', site };
  const answer = await fetch(`${url}/api/advocacy/v2/teams/1/accounts`, {
    method: 'POST',
    headers: { ...headers, 'content-type': JSON_API_MEDIA_TYPE },
    body: JSON.stringify({ data: { type: 'account', attributes } }),
  });
  return answer.status;
}

/**
 * Has processes read and write what is encrypted, all the while.
 * @returns ends it, and answers the statuses that there were.
 */
function keepWorking(processes: PatronProcess[], headers: Headers) {
  const answers = new Set<number>();
  let isOver = false;
  const work = async (patron: PatronProcess, index: number) => {
    for (let turn = 0; !isOver; turn += 1) {
      answers.add(await readMembers(patron, headers));
      answers.add(await connect(patron, headers, `${index}-${turn}`));
      await sleep(50);
    }
  };
  const working = Promise.all(processes.map(work));
  return async () => {
    isOver = true;
    await working;
    return answers;
  };
}

test.skipIf(!postgresUrl)(
  'processes that run take up new keys, do without the old one once all is encrypted anew, and end nobody’s work',
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
    /** Until both processes sign with another key, and take what the other one has signed. */
    const untilNewKey = (before: string) =>
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
    // As if it had been a day ago; the processes learn of it at their next look.
    await rotateKeys(PATRON_DATA_DIR, { clock: { now: () => new Date(Date.now() - 90_000_000) } });
    await untilNewKey(first);
    const end = keepWorking([one, two], headers);
    const columns = (await keys('reencrypt')) as { reencrypted: number }[];
    expect(columns.reduce((sum, { reencrypted }) => sum + reencrypted, 0)).toBeGreaterThan(60);
    expect(await keys('retire')).toEqual({ retired: 1, waiting: 0 });

    const second = await confirmPassword(one, headers);
    await rotateKeys(PATRON_DATA_DIR, { activeAfterSeconds: 6 });
    // They learn of it by the file in which the first key is no more.
    await untilNewKey(second);
    expect(await statusOfDelete(two, headers, second)).toBe(404);
    expect(await statusOfDelete(two, headers, `${second}x`)).toBe(403);
    expect(await end()).toEqual(new Set([200, 201]));
    expect((await openKeyring(PATRON_DATA_DIR)).encryption).toHaveLength(2);
  },
  150_000,
);

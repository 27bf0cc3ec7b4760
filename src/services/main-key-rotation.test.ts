import { setTimeout as sleep } from 'node:timers/promises';
import { decodeProtectedHeader } from 'jose';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { idTokenReplySchema } from '#contract/advocacy/oauth.ts';
import { DEMO_SIGN_IN } from './demo/seed/people.ts';
import { openKeyring } from './platform/secrets/open-keyring.ts';
import { rotateKeys } from './platform/secrets/rotate-keys.ts';
import { postgresUrl } from './platform/testing/test-database.ts';
import { runAdminProcess } from './testing/admin-process.ts';
import { createDemoDatabase } from './testing/data-directories.ts';
import { signInAsAdmin } from './testing/demo-admin.ts';
import { type PatronProcess, startPatronProcess } from './testing/patron-process.ts';

type Headers = { authorization: string };

async function confirmPassword({ url }: PatronProcess, headers: Headers): Promise<string> {
  const body = new URLSearchParams({ password: DEMO_SIGN_IN.password });
  const answer = await fetch(`${url}/api/advocacy/oauth/id_token`, {
    method: 'POST',
    headers,
    body,
  });
  return idTokenReplySchema.parse(await answer.json()).id_token;
}

/** The id of the key that a token is signed with. */
const kidOf = (idToken: string) => decodeProtectedHeader(idToken).kid;

/** What is answered where there is nothing to delete: 404, or 403 to an id_token that is none. */
async function statusOfDelete({ url }: PatronProcess, headers: Headers, idToken: string) {
  const path = `/api/advocacy/v2/authentication_factors/999999999?id_token=${idToken}`;
  return (await fetch(`${url}${path}`, { method: 'DELETE', headers })).status;
}

describe.skipIf(!postgresUrl)('two processes over one PostgreSQL and one keys.json', () => {
  test('take up new keys while they run, and end nobody’s work', async () => {
    const { url, directory: PATRON_DATA_DIR, drop } = await createDemoDatabase();
    onTestFinished(drop);
    const settings = {
      DATABASE_URL: url,
      PATRON_DEMO: '1',
      PATRON_DATA_DIR,
    };
    const one = await startPatronProcess(settings);
    const two = await startPatronProcess({ ...settings, PATRON_PUBLIC_URL: one.url });
    const headers = await signInAsAdmin(one);
    const before = await confirmPassword(one, headers);
    await rotateKeys(PATRON_DATA_DIR, { activeAfterSeconds: 6 });

    await vi.waitFor(
      async () => {
        for (const [issuer, other] of [
          [one, two],
          [two, one],
        ] as const) {
          const idToken = await confirmPassword(issuer, headers);
          expect(await statusOfDelete(other, headers, idToken)).toBe(404);
          expect(kidOf(idToken)).not.toBe(kidOf(before));
        }
      },
      { timeout: 30_000, interval: 1_000 },
    );
    expect(await statusOfDelete(two, headers, before)).toBe(404);
    expect(await statusOfDelete(two, headers, `${before}x`)).toBe(403);
  }, 90_000);

  test('go on with their work while all is encrypted anew, and without the old key', async () => {
    const { url, directory: PATRON_DATA_DIR, drop } = await createDemoDatabase();
    onTestFinished(drop);
    const variables = { DATABASE_URL: url, PATRON_DEMO: '1', PATRON_DATA_DIR };
    const one = await startPatronProcess(variables);
    const two = await startPatronProcess({ ...variables, PATRON_PUBLIC_URL: one.url });
    const headers = await signInAsAdmin(one);
    const keys = async (verb: string) => {
      const command = `npm run -s admin -- keys ${verb} --json`;
      const { code, stdout, stderr } = await runAdminProcess(command, { variables });
      expect(stderr).toBe('');
      expect(code).toBe(0);
      return JSON.parse(stdout) as unknown;
    };
    /** A key that is decrypted for each request: the gateway's, for the loyalty program. */
    const readMembers = async ({ url }: PatronProcess) => {
      const path = '/gateway/teams/1/loyalty/v2/loyalty/members?count=1';
      return (await fetch(`${url}${path}`, { headers })).status;
    };
    /** Something that is encrypted by a process, all the while. */
    const connect = async ({ url }: PatronProcess, user: string) => {
      const answer = await fetch(`${url}/api/advocacy/v2/teams/1/accounts`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/vnd.api+json' },
        body: JSON.stringify({
          data: {
            type: 'account',
            attributes: {
              type: 'sftp',
              access_token: user,
              secret: 'x',
              site: 'sftp://files.example.com/',
            },
          },
        }),
      });
      return answer.status;
    };

    const before = kidOf(await confirmPassword(one, headers));
    // As if it had been a day ago; the processes learn of it at their next look.
    const now = () => new Date(Date.now() - 90_000_000);
    await rotateKeys(PATRON_DATA_DIR, { clock: { now } });
    for (const patron of [one, two]) {
      const isKnown = async () => kidOf(await confirmPassword(patron, headers)) !== before;
      await vi.waitUntil(isKnown, { timeout: 30_000, interval: 500 });
    }
    const answers: number[] = [];
    let isOver = false;
    const work = async (patron: PatronProcess, name: string) => {
      for (let turn = 0; !isOver; turn += 1) {
        answers.push(await readMembers(patron), await connect(patron, `${name}-${turn}`));
        await sleep(50);
      }
    };
    const working = Promise.all([work(one, 'one'), work(two, 'two')]);
    const columns = (await keys('reencrypt')) as { reencrypted: number }[];
    expect(columns.reduce((sum, { reencrypted }) => sum + reencrypted, 0)).toBeGreaterThan(60);
    expect(await keys('retire')).toEqual({ retired: 1, waiting: 0 });
    await sleep(6_000);
    isOver = true;
    await working;
    expect(new Set(answers)).toEqual(new Set([200, 201]));
    expect((await openKeyring(PATRON_DATA_DIR)).encryption).toHaveLength(1);
  }, 150_000);
});

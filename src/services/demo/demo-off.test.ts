import { describe, expect, onTestFinished, test } from 'vitest';
import { signInThroughPages } from '#services/advocacy/testing/sign-in-through-pages.ts';
import { createLog } from '#services/platform/log.ts';
import { sendRaw } from '#services/platform/testing/send-raw.ts';
import { postgresUrl } from '#services/platform/testing/test-database.ts';
import { createDemoDatabase, demoDirectory } from '#services/testing/demo-data.ts';
import { DEMO_LOYALTY_HEADERS, signInAsAdmin } from '#services/testing/demo-requests.ts';
import { type PatronProcess, startPatronProcess } from '#services/testing/patron-process.ts';
import { warnIfDemoIsPublic } from './mount-demo.ts';
import { DEMO_USERS, PARTNER_CLIENT } from './seed/advocacy/users.ts';

async function embedded(): Promise<Record<string, string>> {
  return { PATRON_DATA_DIR: await demoDirectory() };
}

async function postgres(): Promise<Record<string, string>> {
  const { url, directory, drop } = await createDemoDatabase();
  onTestFinished(drop);
  return { DATABASE_URL: url, PATRON_DATA_DIR: directory };
}

async function stop(patron: PatronProcess): Promise<void> {
  patron.kill('SIGTERM');
  await patron.exited;
}

const readMembers = ({ url }: PatronProcess, headers: Record<string, string>) =>
  fetch(`${url}/api/loyalty/v2/loyalty/members?count=1`, { headers });

const readTeamMembers = ({ url }: PatronProcess, headers: Record<string, string>) =>
  fetch(`${url}/gateway/teams/1/loyalty/v2/loyalty/members?count=1`, { headers });

/** Uses the partner's client. A known client with an unknown code is `invalid_grant`. */
async function exchangeCode({ url }: PatronProcess): Promise<unknown> {
  const { id, secret, redirectUris } = PARTNER_CLIENT;
  const response = await fetch(`${url}/api/advocacy/oauth/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${id}:${secret}`)}` },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: 'unknown',
      redirect_uri: redirectUris[0] ?? '',
    }),
  });
  return ((await response.json()) as { error: string }).error;
}

describe.each([
  ['PGlite', embedded, false],
  ['PostgreSQL', postgres, !postgresUrl],
])('demo data on %s', (_database, createData, isSkipped) => {
  test.skipIf(isSkipped)(
    'lets nobody in while the demo is off, and everybody again when it is on',
    async () => {
      const data = await createData();
      const on = await startPatronProcess({ ...data, PATRON_DEMO: '1', PATRON_ROLES: 'advocacy' });
      const headers = await signInAsAdmin(on);
      await stop(on);

      const off = await startPatronProcess({ ...data, PATRON_DEMO: '0' });
      expect(off.log()).toContain("its users, client and keys don't work any more");
      for (const { email, password } of DEMO_USERS) {
        const signedIn = signInThroughPages(`${off.url}/api/advocacy`, { email, password });
        await expect(signedIn).rejects.toThrow();
      }
      expect((await fetch(`${off.url}/api/advocacy/v2/me`, { headers })).status).toBe(401);
      expect((await readMembers(off, DEMO_LOYALTY_HEADERS)).status).toBe(401);
      expect(await exchangeCode(off)).toBe('invalid_client');
      expect((await fetch(`${off.url}/demo/outbox`)).status).toBe(404);
      await stop(off);

      const again = await startPatronProcess({ ...data, PATRON_DEMO: '1' });
      expect((await readTeamMembers(again, await signInAsAdmin(again))).status).toBe(200);
      expect((await readMembers(again, DEMO_LOYALTY_HEADERS)).status).toBe(200);
      expect(await exchangeCode(again)).toBe('invalid_grant');
      const outbox = { path: '/demo/outbox' };
      expect((await sendRaw(again.url, outbox)).status).toBe(200);
      const rebound = { ...outbox, headers: { host: 'rebound.example.com' } };
      expect((await sendRaw(again.url, rebound)).status).toBe(421);
    },
    120_000,
  );
});

test.each([
  ['127.0.0.1', 'http://localhost:4180', 0],
  ['::1', 'http://localhost:4180', 0],
  ['0.0.0.0', 'http://localhost:4180', 1],
  ['127.0.0.1', 'https://patron.example.com', 1],
])(
  'a demo on %s with the public address %s is logged %i times as open to others',
  (host, publicUrl, count) => {
    const lines: string[] = [];
    const log = createLog('info', { write: (line) => void lines.push(line) });
    warnIfDemoIsPublic({ environment: { host } as never, publicUrl, log });
    expect(lines.filter((line) => line.includes('other machines may reach the demo'))).toHaveLength(
      count,
    );
  },
);

import { Client } from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { signInThroughPages } from '#services/advocacy/testing/sign-in-through-pages.ts';
import { DEMO_SIGN_IN } from '#services/demo/seed/advocacy/users.ts';
import { addSeconds, systemClock } from '#services/platform/clock.ts';
import { openEmbedded } from '#services/platform/database/embedded/embedded.ts';
import { messages } from '#services/platform/messages/messages-table.ts';
import { migratedDirectory } from '#services/platform/testing/migrated-directory.ts';
import { temporaryDirectory } from '#services/platform/testing/temporary-directory.ts';
import { createTestDatabase, postgresUrl } from '#services/platform/testing/test-database.ts';
import { demoDirectory } from '#services/testing/demo-data.ts';
import { DEMO_LOYALTY_HEADERS, signInAsAdmin } from '#services/testing/demo-requests.ts';
import { type PatronProcess, startPatronProcess } from '#services/testing/patron-process.ts';

async function countMembers({ url }: PatronProcess): Promise<number> {
  const response = await fetch(`${url}/api/loyalty/v2/loyalty/members`, {
    headers: DEMO_LOYALTY_HEADERS,
  });
  const { data } = (await response.json()) as { data: { total: number } };
  return data.total;
}

async function enrollMember({ url }: PatronProcess, memberId: string): Promise<number> {
  const response = await fetch(`${url}/api/loyalty/v2/loyalty/members`, {
    method: 'POST',
    headers: { ...DEMO_LOYALTY_HEADERS, 'content-type': 'application/json' },
    body: JSON.stringify({ member_id: memberId, email: `${memberId}@example.com` }),
  });
  return response.status;
}

test('acknowledged changes survive kill -9', async () => {
  const PATRON_DATA_DIR = await demoDirectory();
  const first = await startPatronProcess({ PATRON_DATA_DIR });
  expect(first.signIn).toEqual({ email: 'admin@patron.test', password: 'patron-demo-admin' });
  const headers = await signInAsAdmin(first);
  const members = await countMembers(first);
  expect(members).toBeGreaterThan(4_000);
  expect(await enrollMember(first, 'kept')).toBeLessThan(300);
  first.kill('SIGKILL');
  await first.exited;

  const second = await startPatronProcess({ PATRON_DATA_DIR });
  expect(await countMembers(second)).toBe(members + 1);
  const me = await fetch(`${second.url}/api/advocacy/v2/me`, { headers });
  expect(me.status).toBe(200);
}, 90_000);

test('work that a killed process had claimed continues at the next start', async () => {
  const PATRON_DATA_DIR = await migratedDirectory();
  const { db, close } = await openEmbedded(PATRON_DATA_DIR);
  const now = systemClock.now();
  await db.insert(messages).values({
    ...{ channel: 'email', to: 'ada@brand.test', createdAt: now, expiresAt: now },
    nextAttemptAt: addSeconds(now, 110),
  });
  await close();

  const PATRON_METRICS_TOKEN = 'a-long-metrics-token';
  const { url } = await startPatronProcess({
    PATRON_DATA_DIR,
    PATRON_DEMO: '0',
    PATRON_METRICS_TOKEN,
  });
  const headers = { authorization: `Bearer ${PATRON_METRICS_TOKEN}` };
  const readQueue = async () => (await fetch(`${url}/metrics`, { headers })).text();
  await expect.poll(readQueue).toContain('patron_queue_depth{queue="messages"} 0');
}, 60_000);

test('without the demo the embedded database is empty and has no users', async () => {
  const empty = await startPatronProcess({
    PATRON_DATA_DIR: temporaryDirectory(),
    PATRON_DEMO: '0',
  });
  expect(empty.signIn).toBeUndefined();
  expect((await fetch(`${empty.url}/readyz`)).status).toBe(200);
  expect((await fetch(`${empty.url}/demo/outbox`)).status).toBe(404);
  const signIn = signInThroughPages(`${empty.url}/api/advocacy`, DEMO_SIGN_IN);
  await expect(signIn).rejects.toThrow();
  const rejected = await fetch(`${empty.url}/api/loyalty/v2/loyalty/members`, {
    headers: DEMO_LOYALTY_HEADERS,
  });
  expect(rejected.status).toBe(401);
}, 60_000);

describe.skipIf(!postgresUrl)('on a shared PostgreSQL database', () => {
  test('two processes that start at the same time create one set of demo data', async () => {
    const database = await createTestDatabase();
    onTestFinished(database.drop);
    const settings = {
      DATABASE_URL: database.url,
      PATRON_DEMO: '1',
      PATRON_DATA_DIR: temporaryDirectory(),
    };
    const [one, two] = await Promise.all([
      startPatronProcess(settings),
      startPatronProcess(settings),
    ]);
    for (const process of [one, two]) {
      expect((await fetch(`${process.url}/readyz`)).status).toBe(200);
    }
    const client = new Client({ connectionString: database.url });
    await client.connect();
    const { rows } = await client.query(
      'select (select count(*)::int from loyalty_members) as members, (select count(*)::int from users) as people',
    );
    await client.end();
    expect(rows).toEqual([{ members: 5_300, people: 3 }]);
  }, 90_000);

  test('the demo is off by default', async () => {
    const database = await createTestDatabase();
    onTestFinished(database.drop);
    const DATABASE_URL = database.url;
    const patron = await startPatronProcess({
      DATABASE_URL,
      PATRON_DATA_DIR: temporaryDirectory(),
    });
    expect(patron.signIn).toBeUndefined();
    expect((await fetch(`${patron.url}/demo/outbox`)).status).toBe(404);
  }, 60_000);
});

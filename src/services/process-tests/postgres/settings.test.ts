import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { temporaryDirectory } from '#services/platform/testing/temporary-directory.ts';
import { createTestDatabase, postgresUrl } from '#services/platform/testing/test-database.ts';
import { createDemoDatabase } from '#services/testing/demo-data.ts';
import { DEMO_LOYALTY_HEADERS, signInAsAdmin } from '#services/testing/demo-requests.ts';
import { runUntilExit, startPatronProcess } from '#services/testing/patron-process.ts';

/** Runs statements as the role of the tests. */
async function execute(url: string, ...statements: string[]): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/**
 * A database and a role without rights beyond one schema.
 * @param connections how many connections the role may have
 */
async function createRole(connections: number) {
  const database = await createTestDatabase();
  const role = `patron_role_${randomBytes(4).toString('hex')}`;
  onTestFinished(async () => {
    await database.drop();
    await execute(postgresUrl ?? '', `drop role ${role}`);
  });
  const name = new URL(database.url).pathname.slice(1);
  await execute(
    database.url,
    `create role ${role} login connection limit ${connections}`,
    `create schema ${role} authorization ${role}`,
    `alter role ${role} in database ${name} set search_path = ${role}`,
    `revoke all on schema public from public`,
  );
  const url = new URL(database.url);
  url.username = role;
  return { url: url.href, role, name, adminUrl: database.url };
}

const createMember = (url: string, memberId: string) =>
  fetch(`${url}/api/loyalty/v2/loyalty/members`, {
    method: 'POST',
    headers: { ...DEMO_LOYALTY_HEADERS, 'content-type': 'application/json' },
    body: JSON.stringify({ member_id: memberId, first_name: 'Ada' }),
  });

describe.skipIf(!postgresUrl)('a database with its own settings', () => {
  test('a role with its own schema, four connections and a serializable default serves 40 parallel writes and 30 adjustments of one member', async () => {
    const { url, role, name, adminUrl } = await createRole(4);
    await execute(
      adminUrl,
      `alter database ${name} set default_transaction_isolation = 'serializable'`,
    );
    const patron = await startPatronProcess({
      DATABASE_URL: url,
      PATRON_DEMO: '1',
      PATRON_DATA_DIR: temporaryDirectory(),
    });
    const requests = Array.from({ length: 40 }, (_, index) =>
      createMember(patron.url, `M-own-${index}`),
    );
    const statuses = (await Promise.all(requests)).map(({ status }) => status);
    expect(statuses).toEqual(Array(40).fill(200));
    const service = `${patron.url}/api/loyalty/v2`;
    const adjustments = Array.from({ length: 30 }, () =>
      fetch(`${service}/patron/members/M-own-0/points?idParam=member_id`, {
        method: 'POST',
        headers: { ...DEMO_LOYALTY_HEADERS, 'content-type': 'application/json' },
        body: JSON.stringify({ points: 10, reason: 'Goodwill' }),
      }),
    );
    const adjusted = (await Promise.all(adjustments)).map(({ status }) => status);
    expect(adjusted).toEqual(Array(30).fill(200));
    const own = await fetch(`${service}/loyalty/members/M-own-0?idParam=member_id`, {
      headers: DEMO_LOYALTY_HEADERS,
    });
    expect(await own.json()).toMatchObject({ data: { available_points: 300 } });
    expect(patron.log()).toContain('requests wait');
    const headers = await signInAsAdmin(patron);
    const member = `${patron.url}/gateway/teams/1/loyalty/v2/loyalty/members/M-own-0?idParam=member_id`;
    expect((await fetch(member, { headers })).status).toBe(200);
    const client = new Client({ connectionString: adminUrl });
    await client.connect();
    const { rows } = await client.query('select distinct schemaname from pg_stat_user_tables');
    await client.end();
    expect(rows).toEqual([{ schemaname: role }]);
  }, 180_000);

  test('a role without a connection left ends the start with the message of the server', async () => {
    const { url, role } = await createRole(0);
    const { code, stderr } = await runUntilExit({ DATABASE_URL: url, PATRON_DEMO: '0' });
    const { host, pathname } = new URL(url);
    expect([code, stderr]).toEqual([
      1,
      `DATABASE_URL: the database at ${host}${pathname} can't be used: too many connections for role "${role}"\n`,
    ]);
  }, 60_000);

  test('while the database only accepts reads, writes are 503 and the process is not ready, and then it recovers', async () => {
    const database = await createDemoDatabase();
    onTestFinished(database.drop);
    const name = new URL(database.url).pathname.slice(1);
    const patron = await startPatronProcess({
      DATABASE_URL: database.url,
      PATRON_DEMO: '1',
      PATRON_DATA_DIR: database.directory,
    });
    const ready = async () => (await fetch(`${patron.url}/readyz`)).status;
    // As after a failover: the connections end, and the next ones reach a standby.
    const become = (value: 'on' | 'off') =>
      execute(
        postgresUrl ?? '',
        `alter database ${name} set default_transaction_read_only = ${value}`,
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
      );
    expect([await ready(), (await createMember(patron.url, 'M-before')).status]).toEqual([
      200, 200,
    ]);
    await become('on');
    await vi.waitFor(async () => {
      expect(await ready()).toBe(503);
      expect(patron.log()).toContain('The database only accepts reads');
    });
    const rejected = await createMember(patron.url, 'M-rejected');
    expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([503, '5']);
    expect((await fetch(`${patron.url}/healthz`)).status).toBe(200);
    // Connections stay open: the server was promoted.
    await execute(postgresUrl ?? '', `alter database ${name} reset default_transaction_read_only`);
    await vi.waitFor(
      async () => expect((await createMember(patron.url, 'M-after')).status).toBe(200),
      {
        timeout: 10_000,
        interval: 200,
      },
    );
    await vi.waitFor(async () => expect(await ready()).toBe(200), { timeout: 10_000 });
    expect(patron.log()).not.toContain('"level":"fatal"');
  }, 120_000);
});

import { Client } from 'pg';
import { describe, expect, test, vi } from 'vitest';
import { startTcpProxy } from '#services/platform/testing/tcp-proxy.ts';
import { temporaryDirectory } from '#services/platform/testing/temporary-directory.ts';
import {
  hasPostgresPrograms,
  type PostgresServer,
  startPrimary,
  startStandby,
} from '#services/testing/database/postgres-cluster.ts';
import {
  DEMO_LOYALTY_HEADERS,
  enterCampaign,
  signInAsAdmin,
} from '#services/testing/demo-requests.ts';
import { type PatronProcess, startPatronProcess } from '#services/testing/patron-process.ts';

const WAIT = { timeout: 30_000, interval: 100 };
const MEMBERS = '/api/loyalty/v2/loyalty/members';

const createMember = ({ url }: PatronProcess, memberId: string) =>
  fetch(`${url}${MEMBERS}`, {
    method: 'POST',
    headers: { ...DEMO_LOYALTY_HEADERS, 'content-type': 'application/json' },
    body: JSON.stringify({ member_id: memberId, first_name: 'Ada' }),
  });

const findMember = ({ url }: PatronProcess, memberId: string) =>
  fetch(`${url}${MEMBERS}/${memberId}?idParam=member_id`, { headers: DEMO_LOYALTY_HEADERS });

/** Waits until a standby has what its server has committed. */
async function expectMember({ url }: PostgresServer, memberId: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const find = 'select member_id from loyalty_members where member_id = $1';
  try {
    await vi.waitFor(async () => {
      expect((await client.query(find, [memberId])).rows).toHaveLength(1);
    }, WAIT);
  } finally {
    await client.end();
  }
}

describe.skipIf(!hasPostgresPrograms)('a failover of PostgreSQL', () => {
  test('to a standby rejects writes until it is promoted, and then everything works without a restart', async () => {
    const primary = await startPrimary();
    const proxy = await startTcpProxy(primary);
    const address = new URL(primary.url);
    address.port = String(proxy.port);
    const patron = await startPatronProcess({
      DATABASE_URL: address.href,
      PATRON_DEMO: '1',
      PATRON_DATA_DIR: temporaryDirectory(),
    });
    const ready = async () => (await fetch(`${patron.url}/readyz`)).status;
    const headers = await signInAsAdmin(patron);
    const standby = await startStandby(primary);
    expect([await ready(), (await createMember(patron, 'M-before')).status]).toEqual([200, 200]);
    await expectMember(standby, 'M-before');

    await primary.kill();
    await proxy.cut();
    await proxy.restore(standby);
    await vi.waitFor(async () => {
      expect(await ready()).toBe(503);
      expect(patron.log()).toContain('The database only accepts reads');
    }, WAIT);
    for (const memberId of ['M-lost-1', 'M-lost-2']) {
      const rejected = await createMember(patron, memberId);
      expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([503, '5']);
    }
    expect((await fetch(`${patron.url}/healthz`)).status).toBe(200);

    await standby.promote();
    await vi.waitFor(async () => expect(await ready()).toBe(200), WAIT);
    expect((await createMember(patron, 'M-after')).status).toBe(200);
    expect((await findMember(patron, 'M-before')).status).toBe(200);
    expect((await findMember(patron, 'M-lost-1')).status).toBe(400);
    // Stored, sent by one worker, received over HTTP and processed by another.
    expect((await enterCampaign(patron, 'after the failover')).status).toBe(200);
    await vi.waitFor(async () => {
      const inbox = await fetch(`${patron.url}/gateway/teams/1/webhook-events`, { headers });
      expect(await inbox.text()).toMatch(/after the failover/);
    }, WAIT);
    expect(patron.log().match(/"msg":"ready"/g)).toHaveLength(1);
    expect(patron.log()).not.toContain('"level":"fatal"');
  }, 180_000);
});

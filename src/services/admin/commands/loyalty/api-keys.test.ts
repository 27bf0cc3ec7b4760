import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { createLoyaltyFixture } from '#services/admin/testing/admin-fixture.ts';
import { gatewayKeyName, insertApiKey } from '#services/loyalty/programs/api-keys.ts';
import { getProgram } from '#services/loyalty/programs/manage-programs.ts';
import { apiKeys } from '#services/loyalty/programs/programs-table.ts';
import { rejectRows } from '#services/platform/testing/reject-rows.ts';
import { describeStorages } from '#services/platform/testing/storages.ts';

interface ShownKey {
  id: number;
  api_key: string;
}

describeStorages('admin api-keys', (store) => {
  const fixture = createLoyaltyFixture(store);

  beforeAll(async () => {
    for (const id of ['acme', 'other']) {
      const args = [
        'programs',
        'create',
        id,
        '--name',
        id,
        '--referral-base-url',
        'https://x.com/',
      ];
      await fixture.admin.runOk(args);
    }
  });

  const keys = (...args: string[]) => ['api-keys', ...args, '--program', 'acme'];
  const create = (name: string) => fixture.admin.runJson(keys('create', name)) as Promise<ShownKey>;
  const statusOf = async ({ api_key }: ShownKey, partnerId = 'acme') => {
    const headers = { 'api-key': api_key, 'partner-id': partnerId };
    return (await fetch(`${fixture.service.baseUrl}/loyalty/members`, { headers })).status;
  };

  test('a key is shown only if it was saved', async () => {
    await rejectRows(store.db, {
      before: 'insert',
      table: 'audit_events',
      when: sql`new.actor_kind = 'command'`,
    });
    const { code, stdout, stderr } = await fixture.admin.run(keys('create', 'lost'));
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^error: .+\n$/);
  });

  test('several keys work at a time, and a revoked key is rejected from the next request on', async () => {
    const [first, second] = [await create('shop'), await create('till')];
    expect(await Promise.all([statusOf(first), statusOf(second)])).toEqual([200, 200]);
    expect(await statusOf(first, 'other')).toBe(401);
    await fixture.admin.runOk(keys('revoke', String(first.id), '--yes'));
    expect(await Promise.all([statusOf(first), statusOf(second)])).toEqual([401, 200]);
    expect(await fixture.admin.runError(keys('revoke', String(first.id), '--yes'))).toBe(
      `The program has no active API key ${first.id}`,
    );
  });

  test("revoke leaves the console's own key to its connection, as the console does", async () => {
    const { id } = await getProgram(store.db, 'acme');
    const own = await insertApiKey(store.db, id, gatewayKeyName(1));
    expect(await fixture.admin.runError(keys('revoke', String(own.id), '--yes'))).toBe(
      'The console itself uses this key. It is replaced with `connections rotate`',
    );
    expect(await statusOf({ id: own.id, api_key: own.key })).toBe(200);
  });

  test('a key is shown once, and only its digest is stored', async () => {
    const { api_key: key } = await create('once');
    expect(key).toMatch(/^patron_api_key_[\w-]{43}$/);
    expect(JSON.stringify(await store.db.select().from(apiKeys))).not.toContain(key);
    const { stdout } = await fixture.admin.runOk(keys('list'));
    expect(stdout).toContain('once');
    expect(stdout).not.toContain(key);
    const { stdout: shown, stderr } = await fixture.admin.runOk(keys('create', 'shown'));
    expect(shown).toMatch(/^API KEY {5}patron_api_key_/m);
    expect(stderr).toBe('Save the secret now. It will not be shown again.\n');
  });

  test("revoke rejects another program's key and asks for confirmation", async () => {
    const args = ['api-keys', 'create', 'theirs', '--program', 'other'];
    const theirs = (await fixture.admin.runJson(args)) as ShownKey;
    expect(await fixture.admin.runError(keys('revoke', String(theirs.id), '--yes'))).toMatch(
      /has no active API key/,
    );
    expect(
      await fixture.admin.runError(['api-keys', 'revoke', String(theirs.id), '--program', 'other']),
    ).toMatch(/Add --yes/);
    expect(await statusOf(theirs, 'other')).toBe(200);
    expect(
      await fixture.admin.runError(['api-keys', 'create', 'x', '--program', 'nobody']),
    ).toMatch(/^There is no program/);
    expect(await fixture.admin.runError(keys('create', ''))).toBe('name: Must not be empty');
  });
});

import { beforeAll, expect, test } from 'vitest';
import { besideLoyalty } from '#services/admin/testing/admin-scene.ts';
import { apiKeys } from '#services/loyalty/programs/programs-table.ts';
import { describeStorages } from '#services/platform/testing/storages.ts';

interface ShownKey {
  id: number;
  api_key: string;
}

describeStorages('admin api-keys', (store) => {
  const scene = besideLoyalty(store);

  beforeAll(async () => {
    for (const id of ['acme', 'other']) {
      const words = [
        'programs',
        'create',
        id,
        '--name',
        id,
        '--referral-base-url',
        'https://x.com/',
      ];
      await scene.admin.done(words);
    }
  });

  const keys = (...words: string[]) => ['api-keys', ...words, '--program', 'acme'];
  const create = (name: string) => scene.admin.json(keys('create', name)) as Promise<ShownKey>;
  const statusOf = async ({ api_key }: ShownKey, partnerId = 'acme') => {
    const headers = { 'api-key': api_key, 'partner-id': partnerId };
    return (await fetch(`${scene.service.baseUrl}/loyalty/members`, { headers })).status;
  };

  test('several work at a time; one that is revoked is refused at the next request', async () => {
    const [first, second] = [await create('shop'), await create('till')];
    expect(await Promise.all([statusOf(first), statusOf(second)])).toEqual([200, 200]);
    expect(await statusOf(first, 'other')).toBe(401);
    await scene.admin.done(keys('revoke', String(first.id), '--yes'));
    expect(await Promise.all([statusOf(first), statusOf(second)])).toEqual([401, 200]);
    expect(await scene.admin.refused(keys('revoke', String(first.id), '--yes'))).toBe(
      `The program has no active API key ${first.id}`,
    );
  });

  test('a key is shown once, and only its digest is kept', async () => {
    const { api_key: key } = await create('once');
    expect(key).toMatch(/^patron_api_key_[\w-]{43}$/);
    expect(JSON.stringify(await store.db.select().from(apiKeys))).not.toContain(key);
    const { output } = await scene.admin.done(keys('list'));
    expect(output).toContain('once');
    expect(output).not.toContain(key);
    const { output: shown, said } = await scene.admin.done(keys('create', 'told'));
    expect(shown).toMatch(/^API KEY {5}patron_api_key_/m);
    expect(said).toBe('Keep the secret now: it is not shown again.\n');
  });

  test('a key of another program is not this one’s to revoke, and no key goes without a word', async () => {
    const words = ['api-keys', 'create', 'theirs', '--program', 'other'];
    const theirs = (await scene.admin.json(words)) as ShownKey;
    expect(await scene.admin.refused(keys('revoke', String(theirs.id), '--yes'))).toMatch(
      /has no active API key/,
    );
    expect(
      await scene.admin.refused(['api-keys', 'revoke', String(theirs.id), '--program', 'other']),
    ).toMatch(/Say --yes/);
    expect(await statusOf(theirs, 'other')).toBe(200);
    expect(await scene.admin.refused(['api-keys', 'create', 'x', '--program', 'nobody'])).toMatch(
      /^There is no program/,
    );
    expect(await scene.admin.refused(keys('create', ''))).toBe('name: Must not be empty');
  });
});

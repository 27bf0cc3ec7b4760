import { desc } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createMember, deleteMember, getMember } from '#contract/loyalty/members.ts';
import { members } from '../../loyalty/members/members-table.ts';
import { type Client, createClient } from '../../loyalty/testing/client.ts';
import { startLoyalty, type TestLoyalty } from '../../loyalty/testing/start-loyalty.ts';
import { describeStorages } from '../../platform/testing/storages.ts';
import { startAdmin, type TestAdmin } from '../testing/start-admin.ts';

interface ShownTier {
  id: string;
  name: string;
  threshold: number;
  members?: number;
}

describeStorages('admin tiers', (store) => {
  let service: TestLoyalty;
  let admin: TestAdmin;
  let client: Client;
  let partnerId: string;
  let serial = 0;

  beforeAll(async () => {
    service = await startLoyalty(store.storage);
    admin = await startAdmin(store.storage, service.dependencies);
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    serial += 1;
    partnerId = `acme-${serial}`;
    const program = ['programs', 'create', partnerId, '--name', 'A'];
    await admin.done([...program, '--referral-base-url', 'https://x.com/']);
    const key = ['api-keys', 'create', 'test', '--program', partnerId];
    const { api_key } = (await admin.json(key)) as { api_key: string };
    client = createClient(service.baseUrl, { 'api-key': api_key, 'partner-id': partnerId });
  });

  const tiers = (...words: string[]) => ['tiers', ...words, '--program', partnerId];
  const create = (name: string, threshold: number, ...words: string[]) =>
    admin.json(
      tiers('create', name, '--threshold', String(threshold), ...words),
    ) as Promise<ShownTier>;
  const list = () => admin.json(tiers('list')) as Promise<ShownTier[]>;
  const enrol = (memberId: string) => client.call(createMember, { body: { member_id: memberId } });
  const tierOf = async (memberId: string, language?: string) => {
    const query = { idParam: 'member_id', ...(language ? { language } : {}) };
    const { data } = await client.call(getMember, { params: { member: memberId }, query });
    return data.tier_info?.loyalty_tier_name;
  };

  test('members begin in the lowest; names are localised', async () => {
    await create('Silver', 1000);
    await create(
      'Bronze',
      0,
      '--translation',
      'Français=Bronze=1',
      '--translation',
      'Deutsch=Blech',
    );
    await enrol('M-1');
    expect(await tierOf('M-1')).toBe('Bronze');
    expect(await tierOf('M-1', 'Deutsch')).toBe('Blech');
    expect(await tierOf('M-1', 'Français')).toBe('Bronze=1');
    expect((await list()).map(({ name, members: total }) => [name, total])).toEqual([
      ['Bronze', 1],
      ['Silver', 0],
    ]);
  });

  test('are changed by their id or their name', async () => {
    const { id } = await create('Bronze', 0);
    await admin.done(tiers('update', 'Bronze', '--name', 'Copper'));
    await admin.done(tiers('update', id, '--threshold', '10'));
    expect(await list()).toEqual([expect.objectContaining({ id, name: 'Copper', threshold: 10 })]);
    await create('Copper', 20);
    expect(await admin.refused(tiers('update', 'Copper', '--threshold', '30'))).toMatch(
      /^More than one tier is called Copper/,
    );
    expect(await admin.refused(tiers('update', 'Gold', '--threshold', '1'))).toMatch(
      /no tier Gold/,
    );
    expect(await admin.refused(tiers('update', id))).toMatch(/^Nothing to change/);
  });

  test('of many that begin at the same points one is made', async () => {
    const outcomes = await Promise.all(
      ['A', 'B', 'C'].map((name) => admin.run(tiers('create', name, '--threshold', '100'))),
    );
    expect(outcomes.map(({ code }) => code).sort()).toEqual([0, 1, 1]);
    await create('D', 200);
    expect(await admin.refused(tiers('update', 'D', '--threshold', '100'))).toBe(
      'threshold: Another tier of the program begins at these points',
    );
  });

  test('one that members stand in goes only when they go somewhere', async () => {
    await create('Bronze', 0);
    await enrol('M-1');
    await enrol('M-2');
    await create('Silver', 1000);
    expect(await admin.refused(tiers('delete', 'Bronze', '--yes'))).toBe(
      'Members stand in the tier Bronze; name the tier they move to',
    );
    const toItself = tiers('delete', 'Bronze', '--yes', '--move-members-to', 'Bronze');
    expect(await admin.refused(toItself)).toMatch(/can't take its own members$/);
    const { said } = await admin.done(
      tiers('delete', 'Bronze', '--yes', '--move-members-to', 'Silver'),
    );
    expect(said).toBe('Deleted the tier Bronze; moved 2 members to Silver.\n');
    expect(await tierOf('M-2')).toBe('Silver');
    expect(await list()).toHaveLength(1);
  });

  test('deleted members keep no tier from going', async () => {
    await create('Bronze', 0);
    await enrol('M-1');
    await client.call(deleteMember, { params: { member: 'M-1' }, query: { idParam: 'member_id' } });
    await admin.done(tiers('delete', 'Bronze', '--yes'));
    const [last] = await store.db.select().from(members).orderBy(desc(members.id)).limit(1);
    expect(last).toMatchObject({ memberId: 'M-1', deletedAt: expect.any(Date), tierId: null });
    expect(await list()).toEqual([]);
  });
});

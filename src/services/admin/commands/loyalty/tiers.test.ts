import { desc } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createMember, deleteMember, getMember } from '#contract/loyalty/members/members.ts';
import {
  createLoyaltyFixture,
  createProgramFixture,
} from '#services/admin/testing/admin-fixture.ts';
import { members } from '#services/loyalty/members/members-table.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';

interface ShownTier {
  id: string;
  name: string;
  threshold: number;
  members?: number;
}

describeBothStorages('admin tiers', (store) => {
  const fixture = createLoyaltyFixture(store);
  const program = createProgramFixture(fixture);

  const tiers = (...args: string[]) => program.args('tiers', ...args);
  const create = (name: string, threshold: number, ...args: string[]) =>
    fixture.admin.runJson(
      tiers('create', name, '--threshold', String(threshold), ...args),
    ) as Promise<ShownTier>;
  const list = () => fixture.admin.runJson(tiers('list')) as Promise<ShownTier[]>;
  const enroll = (memberId: string) =>
    program.client.call(createMember, { body: { member_id: memberId } });
  const read = async (memberId: string, language?: string) => {
    const query = { idParam: 'member_id', ...(language ? { language } : {}) };
    const { data } = await program.client.call(getMember, { params: { member: memberId }, query });
    return data;
  };
  const tierOf = async (memberId: string, language?: string) =>
    (await read(memberId, language)).tier_info?.loyalty_tier_name;

  test('members start in the lowest tier, and names are translated', async () => {
    await create('Silver', 1000);
    await create(
      'Bronze',
      0,
      '--translation',
      'Français=Bronze=1',
      '--translation',
      'Deutsch=Blech',
    );
    await enroll('M-1');
    expect(await tierOf('M-1')).toBe('Bronze');
    expect(await tierOf('M-1', 'Deutsch')).toBe('Blech');
    expect(await tierOf('M-1', 'Français')).toBe('Bronze=1');
    expect((await list()).map(({ name, members: total }) => [name, total])).toEqual([
      ['Bronze', 1],
      ['Silver', 0],
    ]);
  });

  test('update finds a tier by ID or name', async () => {
    const { id } = await create('Bronze', 0);
    await fixture.admin.runOk(tiers('update', 'Bronze', '--name', 'Copper'));
    await fixture.admin.runOk(tiers('update', id, '--threshold', '10'));
    expect(await list()).toEqual([expect.objectContaining({ id, name: 'Copper', threshold: 10 })]);
    await create('Copper', 20);
    expect(await fixture.admin.runError(tiers('update', 'Copper', '--threshold', '30'))).toMatch(
      /^Several tiers have the name Copper/,
    );
    expect(await fixture.admin.runError(tiers('update', 'Gold', '--threshold', '1'))).toMatch(
      /no tier Gold/,
    );
    expect(await fixture.admin.runError(tiers('update', id))).toMatch(/^Nothing to change/);
  });

  test('of concurrent tiers with the same threshold, one is created', async () => {
    const outcomes = await Promise.all(
      ['A', 'B', 'C'].map((name) => fixture.admin.run(tiers('create', name, '--threshold', '100'))),
    );
    expect(outcomes.map(({ code }) => code).sort()).toEqual([0, 1, 1]);
    await create('D', 200);
    expect(await fixture.admin.runError(tiers('update', 'D', '--threshold', '100'))).toBe(
      'threshold: Another tier of the program has this threshold',
    );
  });

  test('delete requires a target tier for existing members', async () => {
    await create('Bronze', 0);
    await enroll('M-1');
    await enroll('M-2');
    await create('Silver', 1000);
    expect(await fixture.admin.runError(tiers('delete', 'Bronze', '--yes'))).toBe(
      'The tier Bronze has members; name the tier they move to',
    );
    const toItself = tiers('delete', 'Bronze', '--yes', '--move-members-to', 'Bronze');
    expect(await fixture.admin.runError(toItself)).toMatch(/can't move to the same tier$/);
    const { stderr } = await fixture.admin.runOk(
      tiers('delete', 'Bronze', '--yes', '--move-members-to', 'Silver'),
    );
    expect(stderr).toBe('Deleted the tier Bronze; moved 2 members to Silver.\n');
    expect(await tierOf('M-2')).toBe('Silver');
    expect(await list()).toHaveLength(1);
  });

  test('delete counts as a change of the members that it moves', async () => {
    await create('Bronze', 0);
    await enroll('M-1');
    const { last_modified_date: before } = await read('M-1');
    await create('Silver', 1000);
    fixture.service.clock.advance(60);
    await fixture.admin.runOk(tiers('delete', 'Bronze', '--yes', '--move-members-to', 'Silver'));
    expect((await read('M-1')).last_modified_date).not.toBe(before);
  });

  test('delete ignores deleted members', async () => {
    await create('Bronze', 0);
    await enroll('M-1');
    await program.client.call(deleteMember, {
      params: { member: 'M-1' },
      query: { idParam: 'member_id' },
    });
    await fixture.admin.runOk(tiers('delete', 'Bronze', '--yes'));
    const [last] = await store.db.select().from(members).orderBy(desc(members.id)).limit(1);
    expect(last).toMatchObject({ memberId: 'M-1', deletedAt: expect.any(Date), tierId: null });
    expect(await list()).toEqual([]);
  });
});

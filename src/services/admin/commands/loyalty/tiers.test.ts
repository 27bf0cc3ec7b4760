import { desc } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createMember, deleteMember, getMember } from '#contract/loyalty/members/members.ts';
import { besideLoyalty, freshProgram } from '#services/admin/testing/admin-scene.ts';
import { members } from '#services/loyalty/members/members-table.ts';
import { describeStorages } from '#services/platform/testing/storages.ts';

interface ShownTier {
  id: string;
  name: string;
  threshold: number;
  members?: number;
}

describeStorages('admin tiers', (store) => {
  const scene = besideLoyalty(store);
  const program = freshProgram(scene);

  const tiers = (...words: string[]) => program.of('tiers', ...words);
  const create = (name: string, threshold: number, ...words: string[]) =>
    scene.admin.json(
      tiers('create', name, '--threshold', String(threshold), ...words),
    ) as Promise<ShownTier>;
  const list = () => scene.admin.json(tiers('list')) as Promise<ShownTier[]>;
  const enrol = (memberId: string) =>
    program.client.call(createMember, { body: { member_id: memberId } });
  const tierOf = async (memberId: string, language?: string) => {
    const query = { idParam: 'member_id', ...(language ? { language } : {}) };
    const { data } = await program.client.call(getMember, { params: { member: memberId }, query });
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
    await scene.admin.done(tiers('update', 'Bronze', '--name', 'Copper'));
    await scene.admin.done(tiers('update', id, '--threshold', '10'));
    expect(await list()).toEqual([expect.objectContaining({ id, name: 'Copper', threshold: 10 })]);
    await create('Copper', 20);
    expect(await scene.admin.refused(tiers('update', 'Copper', '--threshold', '30'))).toMatch(
      /^Several tiers have the name Copper/,
    );
    expect(await scene.admin.refused(tiers('update', 'Gold', '--threshold', '1'))).toMatch(
      /no tier Gold/,
    );
    expect(await scene.admin.refused(tiers('update', id))).toMatch(/^Nothing to change/);
  });

  test('of many that begin at the same points one is made', async () => {
    const outcomes = await Promise.all(
      ['A', 'B', 'C'].map((name) => scene.admin.run(tiers('create', name, '--threshold', '100'))),
    );
    expect(outcomes.map(({ code }) => code).sort()).toEqual([0, 1, 1]);
    await create('D', 200);
    expect(await scene.admin.refused(tiers('update', 'D', '--threshold', '100'))).toBe(
      'threshold: Another tier of the program has this threshold',
    );
  });

  test('one that members stand in goes only when they go somewhere', async () => {
    await create('Bronze', 0);
    await enrol('M-1');
    await enrol('M-2');
    await create('Silver', 1000);
    expect(await scene.admin.refused(tiers('delete', 'Bronze', '--yes'))).toBe(
      'The tier Bronze has members; name the tier they move to',
    );
    const toItself = tiers('delete', 'Bronze', '--yes', '--move-members-to', 'Bronze');
    expect(await scene.admin.refused(toItself)).toMatch(/can't move to the same tier$/);
    const { said } = await scene.admin.done(
      tiers('delete', 'Bronze', '--yes', '--move-members-to', 'Silver'),
    );
    expect(said).toBe('Deleted the tier Bronze; moved 2 members to Silver.\n');
    expect(await tierOf('M-2')).toBe('Silver');
    expect(await list()).toHaveLength(1);
  });

  test('deleted members keep no tier from going', async () => {
    await create('Bronze', 0);
    await enrol('M-1');
    await program.client.call(deleteMember, {
      params: { member: 'M-1' },
      query: { idParam: 'member_id' },
    });
    await scene.admin.done(tiers('delete', 'Bronze', '--yes'));
    const [last] = await store.db.select().from(members).orderBy(desc(members.id)).limit(1);
    expect(last).toMatchObject({ memberId: 'M-1', deletedAt: expect.any(Date), tierId: null });
    expect(await list()).toEqual([]);
  });
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { saveLoyaltyConnection } from '#services/gateway/save-loyalty-connection.ts';
import { member } from '#services/gateway/testing/directory-model.ts';
import { startDirectory, type TestDirectory } from '#services/gateway/testing/start-directory.ts';
import { startProgram, type TestProgram } from '#services/gateway/testing/start-program.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';

const RANKS = ['Bronze', 'Silver', 'Gold', 'Empty', 'Diamond'];

describeBothStorages('members sorted by tier', (storage) => {
  let program: TestProgram;
  let directory: TestDirectory;
  beforeAll(async () => {
    program = await startProgram([]);
    const tiers = RANKS.map((name, index) => ({ id: `t-${name}`, name, rank: index + 1 }));
    directory = await startDirectory(storage.storage, {
      loyaltyBaseUrl: program.url,
      // Not in the order of the ranks.
      programs: { getProgram: async () => ({ tiers: tiers.toReversed() }) } as never,
    });
    await saveLoyaltyConnection(storage.db, directory.dependencies.encryption, 1, {
      baseUrl: undefined,
      partnerId: 'acme',
      apiKey: 'key',
      webhookSecret: 'a secret of sixteen characters',
    });
    await directory.connect(2, program.url);
    await directory.update();
    const names = ['Gold', undefined, 'Bronze', 'Diamond', 'Retired', 'Gold', 'Silver', 'Bronze'];
    const members = names.map((name, index) =>
      member({
        member_id: `${name ?? 'none'}-${index}`,
        first_name: 'Mara',
        last_name: index % 2 === 0 ? 'Even' : 'Odd',
        tier_info: name ? { loyalty_tier_id: `t-${name}`, loyalty_tier_name: name } : undefined,
      }),
    );
    for (const teamId of [1, 2]) await directory.write(teamId, members);
  });
  afterAll(async () => {
    await directory?.close();
    await program?.close();
  });

  const tiersOf = (ids: string[]) => ids.map((id) => id.split('-')[0]);

  test.each(['1', '2', '3', '50'])(
    'are in the order of the ranks, in pages of %s',
    async (count) => {
      const up = await directory.listIds({ sort: 'tier', count });
      expect(up).toEqual([
        'Bronze-2',
        'Bronze-7',
        'Silver-6',
        'Gold-0',
        'Gold-5',
        'Diamond-3',
        'none-1',
        'Retired-4',
      ]);
      const down = await directory.listIds({ sort: '-tier', count });
      expect(tiersOf(down)).toEqual([
        'Diamond',
        'Gold',
        'Gold',
        'Silver',
        'Bronze',
        'Bronze',
        'none',
        'Retired',
      ]);
      expect(await directory.listIds({ sort: 'tier', q: 'mara', count })).toEqual(up);
      expect(await directory.listIds({ sort: '-tier', q: 'mara', count })).toEqual(down);
    },
  );

  test('are filtered too', async () => {
    expect(await directory.listIds({ sort: '-tier', q: 'odd', count: '1' })).toEqual([
      'Diamond-3',
      'Gold-5',
      'Bronze-7',
      'none-1',
    ]);
    const gold = { sort: 'tier', tier: 't-Gold,t-Bronze', count: '3' };
    expect(tiersOf(await directory.listIds(gold))).toEqual(['Bronze', 'Bronze', 'Gold', 'Gold']);
  });

  test("of another vendor's service are in the order of the names of the tiers", async () => {
    expect(tiersOf(await directory.listIds({ sort: 'tier', count: '3' }, 2))).toEqual([
      'Bronze',
      'Bronze',
      'Diamond',
      'Gold',
      'Gold',
      'Retired',
      'Silver',
      'none',
    ]);
  });

  test('reject the cursor of another order', async () => {
    const { next_cursor: cursor } = await directory.list({ sort: 'tier', count: '1' });
    const query = new URLSearchParams({ sort: '-tier', start_cursor: cursor ?? '' });
    expect((await directory.call(`/teams/1/directory/members?${query}`)).status).toBe(400);
  });
});

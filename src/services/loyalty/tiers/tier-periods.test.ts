import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { members } from '#services/loyalty/members/members-table.ts';
import { addMembers } from '#services/loyalty/testing/program.ts';
import { setUpTierMember } from '#services/loyalty/testing/tier-member.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';
import { endTierPeriods } from './end-periods.ts';
import { tierPeriodEnd } from './tier-period.ts';

const DAY = 86_400;

describeBothStorages('tiers at the end of a period', (storage) => {
  const member = setUpTierMember(storage);
  const endPeriods = () => endTierPeriods(storage.db, member.clock.now());

  test('are those that the period qualified for, and the next period starts with no points', async () => {
    await member.earn('much');
    const { current_period_end: end } = await member.tierInfo();
    member.clock.advance(364 * DAY);
    await endPeriods();
    expect(await member.tierInfo()).toMatchObject({
      qualified_points: 150,
      current_period_end: end,
    });
    member.clock.advance(2 * DAY);
    await endPeriods();
    expect(await member.tierInfo()).toMatchObject({
      loyalty_tier_name: 'Silver',
      qualified_points: 0,
      current_period_start: end,
    });
    member.clock.advance(366 * DAY);
    await endPeriods();
    expect(await member.tierName()).toBe('Bronze');
  });

  test('are kept until the end of the next period despite deductions', async () => {
    await member.earn('much');
    member.clock.advance(366 * DAY);
    await member.earn('ten');
    expect(await member.deduct(100)).toBe(false);
    expect(await member.tierInfo()).toMatchObject({
      loyalty_tier_name: 'Silver',
      qualified_points: 0,
    });
    await member.assign(member.tiers[2]);
    expect(await member.deduct(10)).toBe(true);
    expect(await member.tierName()).toBe('Silver');
    member.clock.advance(366 * DAY);
    await endPeriods();
    expect(await member.tierName()).toBe('Bronze');
  });

  test('are recalculated if assigned, whether higher or lower', async () => {
    await member.assign(member.tiers[2]);
    member.clock.advance(366 * DAY);
    await endPeriods();
    expect(await member.tierName()).toBe('Bronze');
    await member.earn('much');
    await member.assign(member.tiers[0]);
    member.clock.advance(366 * DAY);
    await endPeriods();
    expect(await member.tierName()).toBe('Silver');
  });

  test('are kept if assigned after the end, even before the worker runs', async () => {
    member.clock.advance(366 * DAY);
    await member.assign(member.tiers[2]);
    await endPeriods();
    expect(await member.tierName()).toBe('Gold');
  });

  test('count points earned after the end for the next period', async () => {
    member.clock.advance(366 * DAY);
    await member.earn('ten');
    await endPeriods();
    expect(await member.tierInfo()).toMatchObject({
      loyalty_tier_name: 'Bronze',
      qualified_points: 10,
    });
  });

  test('ignore points of the previous period, even before the worker runs', async () => {
    for (let n = 0; n < 9; n += 1) await member.earn('ten');
    member.clock.advance(366 * DAY);
    expect((await member.earn('ten')).tierChanged).toBe(false);
    expect(await member.tierInfo()).toMatchObject({
      loyalty_tier_name: 'Bronze',
      qualified_points: 10,
    });
    expect(await member.events()).toEqual([]);
    member.clock.advance(366 * DAY);
    await member.assign(member.tiers[1]);
    await member.deduct(1);
    expect(await member.tierInfo()).toMatchObject({
      loyalty_tier_name: 'Bronze',
      qualified_points: 0,
    });
  });

  test('are updated for several missed periods and many members', async () => {
    await member.earn('much');
    const now = member.clock.now();
    const many = Array.from({ length: 120 }, (_, n) => ({
      memberId: `N-${n}`,
      tierId: member.tiers[2]?.id ?? null,
      tierPeriodStart: now,
      tierPeriodEnd: tierPeriodEnd(member.program, now),
    }));
    await addMembers(storage.db, member.program.id, many);
    member.clock.advance(3 * 366 * DAY);
    while (await endPeriods());
    const rows = await storage.db
      .select({ tierId: members.tierId, end: members.tierPeriodEnd })
      .from(members)
      .where(eq(members.programId, member.program.id));
    expect(rows).toHaveLength(121);
    for (const { tierId, end } of rows) {
      expect(tierId).toBe(member.tiers[0]?.id);
      expect(end?.getTime()).toBeGreaterThan(member.clock.now().getTime());
    }
  });
});

import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { getMember, memberOf, updateMember } from '#contract/loyalty/members/members.ts';
import { earnActivity } from '#services/loyalty/points/earn-activity.ts';
import { settlePending } from '#services/loyalty/points/settle-pending.ts';
import { deductPoints, redeemPoints } from '#services/loyalty/points/spend-points.ts';
import { members } from '#services/loyalty/tables/members-table.ts';
import type { Program } from '#services/loyalty/tables/programs-table.ts';
import type { Tier } from '#services/loyalty/tables/tiers-table.ts';
import { type Client, createClient } from '#services/loyalty/testing/client.ts';
import {
  addActivity,
  addMembers,
  addTiers,
  createProgram,
} from '#services/loyalty/testing/program.ts';
import { startLoyalty, type TestLoyalty } from '#services/loyalty/testing/start-loyalty.ts';
import { outboundEvents } from '#services/loyalty/webhooks/outbound-events-table.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { describeStorages } from '#services/platform/testing/storages.ts';
import { endTierPeriods } from './end-periods.ts';
import { tierPeriodEnd } from './tier-period.ts';

const DAY = 86_400;
const query = { idParam: 'member_id' };
const params = { member: 'M-1' };

describeStorages('tiers', (storage) => {
  let service: TestLoyalty;
  let client: Client;
  let program: Program;
  let tiers: Tier[];
  let memberId: number;

  beforeAll(async () => {
    service = await startLoyalty(storage.storage);
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    const made = await createProgram(storage.db, { tierPeriodMonths: 12 });
    program = made.program;
    client = createClient(service.baseUrl, made.credentials);
    tiers = await addTiers(storage.db, program.id, { Bronze: 0, Silver: 100, Gold: 500 });
    const now = service.clock.now();
    const [member] = await addMembers(storage.db, program.id, [
      {
        memberId: 'M-1',
        tierId: tiers[0]?.id ?? null,
        tierPeriodStart: now,
        tierPeriodEnd: tierPeriodEnd(program, now),
      },
    ]);
    memberId = member?.id as number;
    const points = (value: number) => ({
      pointsConfig: { points_computation_type: 'fixed_points' as const, points: value },
    });
    await addActivity(storage.db, program.id, { activityId: 'ten', ...points(10) });
    await addActivity(storage.db, program.id, { activityId: 'much', ...points(150) });
    await addActivity(storage.db, program.id, {
      activityId: 'waits',
      approvalMethod: 'manual',
      ...points(150),
    });
    await addActivity(storage.db, program.id, {
      activityId: 'beside',
      qualifiesForTierUpgrade: false,
      ...points(150),
    });
  });

  const within = <Result>(work: (tx: Queries) => Promise<Result>) => storage.db.transaction(work);
  const earn = (activityId: string) =>
    within((tx) =>
      earnActivity(tx, program, { memberId: 'M-1', activityId, quantity: 1 }, service.clock.now()),
    );
  const deduct = (points: number) =>
    within((tx) => deductPoints(tx, program, memberId, points, service.clock.now()));
  const redeem = (points: number) =>
    within((tx) => redeemPoints(tx, program, memberId, points, service.clock.now()));
  const approve = () =>
    within((tx) => settlePending(tx, program, { memberId, approved: true }, service.clock.now()));
  const assign = async (tier: Tier | undefined) =>
    memberOf(
      await client.call(updateMember, {
        params,
        query,
        body: { current_tier_id: tier?.serviceId },
      }),
    ).tier_info?.loyalty_tier_name;
  const tierInfo = async () =>
    (await client.call(getMember, { params, query })).data.tier_info ?? {};
  const tierName = async () => (await tierInfo()).loyalty_tier_name;
  const events = () =>
    storage.db.select().from(outboundEvents).where(eq(outboundEvents.programId, program.id));

  test('move a member up after earning enough points, with one event', async () => {
    expect((await earn('much')).tierChanged).toBe(true);
    expect((await earn('much')).tierChanged).toBe(false);
    expect(await events()).toMatchObject([
      {
        eventType: 'event_member_tierupgrade',
        data: {
          member_info: {
            member_id: 'M-1',
            tier_info: { loyalty_tier_name: 'Silver', qualified_points: 150 },
          },
        },
      },
    ]);
  });

  test('are not affected by activities that do not qualify', async () => {
    expect((await earn('beside')).tierChanged).toBe(false);
    expect(await tierInfo()).toMatchObject({ loyalty_tier_name: 'Bronze', qualified_points: 0 });
  });

  test('count pending points from their approval on', async () => {
    expect((await earn('waits')).tierChanged).toBe(false);
    expect(await tierName()).toBe('Bronze');
    expect(await approve()).toEqual({ settled: 1, points: 150, tierChanged: true });
    expect(await tierName()).toBe('Silver');
    expect(await events()).toHaveLength(1);
  });

  describe('assigned by an operator', () => {
    test('change in both directions without an event or recalculation', async () => {
      await earn('much');
      expect(await assign(tiers[2])).toBe('Gold');
      expect(await tierInfo()).toMatchObject({ qualified_points: 150 });
      expect(await assign(tiers[0])).toBe('Bronze');
      expect(await tierInfo()).toMatchObject({ qualified_points: 150 });
      expect(await events()).toHaveLength(1);
    });

    test('stay lower until the next earning', async () => {
      await earn('much');
      await assign(tiers[0]);
      await deduct(1);
      await redeem(1);
      expect(await tierName()).toBe('Bronze');
      expect((await earn('ten')).tierChanged).toBe(true);
      expect(await tierInfo()).toMatchObject({
        loyalty_tier_name: 'Silver',
        qualified_points: 159,
      });
    });

    test('stay lower until an approval', async () => {
      await earn('waits');
      await earn('much');
      await assign(tiers[0]);
      await approve();
      expect(await tierInfo()).toMatchObject({
        loyalty_tier_name: 'Silver',
        qualified_points: 300,
      });
    });

    test('stay higher through earnings and rewards until the next deduction', async () => {
      await assign(tiers[2]);
      await earn('much');
      await redeem(20);
      expect(await tierName()).toBe('Gold');
      expect(await deduct(10)).toBe(true);
      expect(await tierInfo()).toMatchObject({
        loyalty_tier_name: 'Silver',
        qualified_points: 140,
      });
    });

    test('stay higher if the member qualifies by then', async () => {
      await assign(tiers[1]);
      await earn('much');
      expect(await deduct(10)).toBe(false);
      expect(await tierName()).toBe('Silver');
    });
  });

  test('move a member down if a deduction leaves too few points', async () => {
    await earn('much');
    expect(await deduct(51)).toBe(true);
    expect(await tierInfo()).toMatchObject({ loyalty_tier_name: 'Bronze', qualified_points: 99 });
  });

  describe('at the end of a period', () => {
    const endPeriods = () => endTierPeriods(storage.db, service.clock.now());

    test('are those that the period qualified for, and the next period starts with no points', async () => {
      await earn('much');
      const { current_period_end: end } = await tierInfo();
      service.clock.advance(364 * DAY);
      await endPeriods();
      expect(await tierInfo()).toMatchObject({ qualified_points: 150, current_period_end: end });
      service.clock.advance(2 * DAY);
      await endPeriods();
      expect(await tierInfo()).toMatchObject({
        loyalty_tier_name: 'Silver',
        qualified_points: 0,
        current_period_start: end,
      });
      service.clock.advance(366 * DAY);
      await endPeriods();
      expect(await tierName()).toBe('Bronze');
    });

    test('are kept until the end of the next period despite deductions', async () => {
      await earn('much');
      service.clock.advance(366 * DAY);
      await earn('ten');
      expect(await deduct(100)).toBe(false);
      expect(await tierInfo()).toMatchObject({ loyalty_tier_name: 'Silver', qualified_points: 0 });
      await assign(tiers[2]);
      expect(await deduct(10)).toBe(true);
      expect(await tierName()).toBe('Silver');
      service.clock.advance(366 * DAY);
      await endPeriods();
      expect(await tierName()).toBe('Bronze');
    });

    test('are recalculated if assigned, whether higher or lower', async () => {
      await assign(tiers[2]);
      service.clock.advance(366 * DAY);
      await endPeriods();
      expect(await tierName()).toBe('Bronze');
      await earn('much');
      await assign(tiers[0]);
      service.clock.advance(366 * DAY);
      await endPeriods();
      expect(await tierName()).toBe('Silver');
    });

    test('are kept if assigned after the end, even before the worker runs', async () => {
      service.clock.advance(366 * DAY);
      await assign(tiers[2]);
      await endPeriods();
      expect(await tierName()).toBe('Gold');
    });

    test('count points earned after the end for the next period', async () => {
      service.clock.advance(366 * DAY);
      await earn('ten');
      await endPeriods();
      expect(await tierInfo()).toMatchObject({ loyalty_tier_name: 'Bronze', qualified_points: 10 });
    });

    test('ignore points of the previous period, even before the worker runs', async () => {
      for (let n = 0; n < 9; n += 1) await earn('ten');
      service.clock.advance(366 * DAY);
      expect((await earn('ten')).tierChanged).toBe(false);
      expect(await tierInfo()).toMatchObject({ loyalty_tier_name: 'Bronze', qualified_points: 10 });
      expect(await events()).toEqual([]);
      service.clock.advance(366 * DAY);
      await assign(tiers[1]);
      await deduct(1);
      expect(await tierInfo()).toMatchObject({ loyalty_tier_name: 'Bronze', qualified_points: 0 });
    });

    test('are updated for several missed periods and many members', async () => {
      await earn('much');
      const now = service.clock.now();
      const many = Array.from({ length: 120 }, (_, n) => ({
        memberId: `N-${n}`,
        tierId: tiers[2]?.id ?? null,
        tierPeriodStart: now,
        tierPeriodEnd: tierPeriodEnd(program, now),
      }));
      await addMembers(storage.db, program.id, many);
      service.clock.advance(3 * 366 * DAY);
      while (await endPeriods());
      const rows = await storage.db
        .select({ tierId: members.tierId, end: members.tierPeriodEnd })
        .from(members)
        .where(eq(members.programId, program.id));
      expect(rows).toHaveLength(121);
      for (const { tierId, end } of rows) {
        expect(tierId).toBe(tiers[0]?.id);
        expect(end?.getTime()).toBeGreaterThan(service.clock.now().getTime());
      }
    });
  });
});

import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { listMemberActivities } from '#contract/loyalty/activities.ts';
import { getMember, memberOf, updateMember } from '#contract/loyalty/members.ts';
import type { Rule } from '#contract/loyalty/rules.ts';
import { describeStorages } from '../../platform/testing/storages.ts';
import type { activities } from '../activities/activities-table.ts';
import { members } from '../members/members-table.ts';
import type { Program } from '../programs/programs-table.ts';
import { type Client, createClient } from '../testing/client.ts';
import { addActivity, addMembers, addTiers, createProgram } from '../testing/program.ts';
import { startLoyalty, type TestLoyalty } from '../testing/start-loyalty.ts';
import { endTierPeriods } from '../tiers/end-periods.ts';
import type { Tier } from '../tiers/tiers-table.ts';
import { webhookEvents } from '../webhooks/webhook-events-table.ts';
import { earnActivity } from './earn-activity.ts';
import { deductPoints } from './spend-points.ts';

const DAY = 86_400;
const query = { idParam: 'member_id' };
const params = { member: 'M-1' };

function rule(rule_type: string, conditions: Rule['conditions'], rule_value?: number): Rule {
  const shared = { rule_type, conditions, is_active: true, is_archived: false };
  return rule_value === undefined ? shared : { ...shared, rule_value };
}

describeStorages('points', (storage) => {
  let service: TestLoyalty;
  let client: Client;
  let program: Program;
  let tiers: Tier[];

  beforeAll(async () => {
    service = await startLoyalty(storage.storage);
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    const made = await createProgram(storage.db, {
      pointsExpireAfterDays: 30,
      tierPeriodMonths: 12,
    });
    program = made.program;
    client = createClient(service.baseUrl, made.credentials);
    tiers = await addTiers(storage.db, program.id, { Bronze: 0, Silver: 100, Gold: 500 });
    await addMembers(storage.db, program.id, [
      {
        memberId: 'M-1',
        tierId: tiers[0]?.id ?? null,
        tierPeriodStart: service.clock.now(),
        tierPeriodEnd: new Date(service.clock.now().getTime() + 365 * DAY * 1000),
        customAttributes: { visits: 3 },
      },
    ]);
  });

  const activity = (
    activityId: string,
    points: number,
    given: Partial<typeof activities.$inferInsert> = {},
  ) =>
    addActivity(storage.db, program.id, {
      activityId,
      pointsConfig: { points_computation_type: 'fixed_points', points },
      ...given,
    });
  const earn = (activityId: string, quantity = 1) =>
    storage.db.transaction((tx) =>
      earnActivity(tx, program, { memberId: 'M-1', activityId, quantity }, service.clock.now()),
    );
  const read = async () => (await client.call(getMember, { params, query })).data;
  const row = async () => {
    const [member] = await storage.db
      .select()
      .from(members)
      .where(eq(members.programId, program.id));
    return member as NonNullable<typeof member>;
  };
  const eligible = async () =>
    (await client.call(listMemberActivities, { params, query })).data.activities.map(
      ({ activity_id }) => activity_id,
    );

  test('fixed and multiplied points, by quantity and by attribute', async () => {
    const multiply = (attribute: string | null, multiplier: number) => ({
      pointsConfig: {
        points_computation_type: 'multiplier_based' as const,
        attribute_to_multiply: attribute,
        multiplier,
      },
    });
    await activity('fixed', 10);
    await activity('quantity', 0, multiply(null, 1.5));
    await activity('attribute', 0, multiply('visits', 7));
    expect(await earn('fixed', 9)).toEqual({ points: 10, tierChanged: false });
    expect((await earn('quantity', 3)).points).toBe(4);
    expect((await earn('attribute')).points).toBe(21);
    expect(await read()).toMatchObject({
      available_points: 35,
      lifetime_points_earned: 35,
      number_of_activities: '3',
      points_expiration_schedule: [{ points: 35 }],
    });
  });

  test('rules apply in their order, those in force and whose conditions all hold', async () => {
    const holds = { attribute: 'visits', operator: 'Equals', value: '3' };
    await activity('ruled', 10, {
      rulesConfig: [
        rule('Fixed Points', [holds], 5),
        rule('Bonus Multiplier', [{ ...holds, operator: 'Less Than', value: 4 }], 2),
        rule('Fixed Points', [holds, { ...holds, value: 9 }], 1000),
        rule('Bonus Multiplier', [{ ...holds, operator: 'Sounds Like' }], 1000),
        { ...rule('Fixed Points', [], 1000), is_archived: true },
        { ...rule('Fixed Points', [], 1000), is_active: false },
        { ...rule('Update Attribute', [], 8), attribute: 'visits' },
        rule('Fixed Points', [], 1),
      ],
    });
    expect((await earn('ruled')).points).toBe(31);
    expect((await read()).custom_attributes).toEqual({ visits: 8 });
  });

  test('eligible activities leave out what the member can not earn by', async () => {
    const fails = { attribute: 'visits', operator: 'Equals', value: 4 };
    await activity('open', 1);
    await activity('once', 1, {
      rulesConfig: [rule('Frequency', [{ frequency_value: '1', frequency_range: 'LIFETIME' }])],
    });
    await activity('off', 1, { isActive: false });
    await activity('failing', 1, { rulesConfig: [rule('Fixed Points', [fails], 1)] });
    await activity('unknown', 1, {
      rulesConfig: [rule('Fixed Points', [{ ...fails, attribute: 'shoe' }], 1)],
    });
    expect(await eligible()).toEqual(['open', 'once', 'unknown']);
    await earn('once');
    expect(await eligible()).toEqual(['open', 'unknown']);
    expect(await earn('once')).toEqual({ points: 0, tierChanged: false });
    await client.call(updateMember, { params, query, body: { member_status: 'blocked' } });
    expect(await eligible()).toEqual([]);
    await expect(earn('open')).rejects.toThrow(/member_id/);
  });

  test.each([
    ['DAY', DAY],
    ['WEEK', 7 * DAY],
    ['YEAR', 366 * DAY],
  ])('frequency by %s holds under concurrency and begins again', async (range, seconds) => {
    await activity('some', 1, {
      rulesConfig: [rule('Frequency', [{ frequency_value: '2', frequency_range: range }])],
    });
    const first = await Promise.all(Array.from({ length: 6 }, () => earn('some')));
    expect(first.reduce((sum, { points }) => sum + points, 0)).toBe(2);
    service.clock.advance(seconds);
    expect((await earn('some')).points).toBe(1);
  });

  test('earned points lift the tier and tell of it once; assigning one tells nothing', async () => {
    await activity('much', 150);
    const events = () =>
      storage.db.select().from(webhookEvents).where(eq(webhookEvents.programId, program.id));
    expect((await earn('much')).tierChanged).toBe(true);
    expect((await earn('much')).tierChanged).toBe(false);
    expect(await events()).toMatchObject([
      {
        eventType: 'event_member_tierupgrade',
        data: { member_info: { member_id: 'M-1', tier_info: { loyalty_tier_name: 'Silver' } } },
      },
    ]);
    const assign = async (tier: Tier | undefined) =>
      memberOf(
        await client.call(updateMember, {
          params,
          query,
          body: { current_tier_id: tier?.serviceId },
        }),
      ).tier_info?.loyalty_tier_name;
    expect(await assign(tiers[2])).toBe('Gold');
    await earn('much');
    expect((await read()).tier_info?.loyalty_tier_name).toBe('Gold');
    const member = await row();
    await storage.db.transaction((tx) =>
      deductPoints(tx, program, member.id, 10, service.clock.now()),
    );
    expect((await read()).tier_info).toMatchObject({
      loyalty_tier_name: 'Silver',
      qualified_points: 440,
    });
    expect(await assign(tiers[0])).toBe('Bronze');
    expect(await events()).toHaveLength(1);
    await earn('much');
    expect((await read()).tier_info?.loyalty_tier_name).toBe('Gold');
  });

  test('at the end of a period the tier is what the period qualified for', async () => {
    await activity('much', 150);
    await earn('much');
    service.clock.advance(366 * DAY);
    await endTierPeriods(storage.db, service.clock.now());
    expect((await read()).tier_info).toMatchObject({
      loyalty_tier_name: 'Silver',
      qualified_points: 0,
    });
    service.clock.advance(366 * DAY);
    await endTierPeriods(storage.db, service.clock.now());
    expect((await read()).tier_info?.loyalty_tier_name).toBe('Bronze');
  });
});

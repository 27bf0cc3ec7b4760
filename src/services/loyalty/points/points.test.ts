import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { listMemberActivities } from '#contract/loyalty/activities.ts';
import { getMember, updateMember } from '#contract/loyalty/members/members.ts';
import type { SentRule } from '#contract/loyalty/rules.ts';
import type { activities } from '#services/loyalty/activities/activities-table.ts';
import type { Program } from '#services/loyalty/programs/programs-table.ts';
import { type Client, createClient } from '#services/loyalty/testing/client.ts';
import { addActivity, addMembers, createProgram } from '#services/loyalty/testing/program.ts';
import { startLoyalty, type TestLoyalty } from '#services/loyalty/testing/start-loyalty.ts';
import { expectFigures } from '#services/platform/database/testing/expect-figures.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';
import { earnActivity } from './earn-activity.ts';

const DAY = 86_400;
const query = { idParam: 'member_id' };
const params = { member: 'M-1' };

function rule(
  rule_type: string,
  conditions: SentRule['conditions'],
  rule_value?: number,
): SentRule {
  const shared = { rule_type, conditions, is_active: true, is_archived: false };
  return rule_value === undefined ? shared : { ...shared, rule_value };
}

describeBothStorages('points', (storage) => {
  afterEach(() => expectFigures(storage.db));
  let service: TestLoyalty;
  let client: Client;
  let program: Program;

  beforeAll(async () => {
    service = await startLoyalty(storage.storage);
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    const made = await createProgram(storage.db, { pointsExpireAfterDays: 30 });
    program = made.program;
    client = createClient(service.baseUrl, made.credentials);
    await addMembers(storage.db, program.id, [
      {
        memberId: 'M-1',
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
  const eligible = async () =>
    (await client.call(listMemberActivities, { params, query })).data.activities.map(
      ({ activity_id }) => activity_id,
    );

  test('are fixed or multiplied by quantity or attribute', async () => {
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

  test.each([
    ['by what the whole is, once the rules are through', 19.99, 1.5, 2, 59],
    ['of a quantity in cents as people count them', 19.99, 100, 1, 1999],
    ['of a bonus as people count it', 100, 1, 1.15, 115],
    ['of what really falls short', 99.99, 1, 1, 99],
  ])('are rounded down %s', async (_name, quantity, multiplier, bonus, points) => {
    const rulesConfig = [rule('Bonus Multiplier', [], bonus)];
    const pointsConfig = { points_computation_type: 'multiplier_based', multiplier };
    await activity('buy', 0, { pointsConfig, rulesConfig });
    expect(await earn('buy', quantity)).toEqual({ points, tierChanged: false });
    expect((await read()).available_points).toBe(points);
  });

  test('follow the active rules whose conditions all hold, in order', async () => {
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

  test('can be earned by exactly the eligible activities', async () => {
    const fails = { attribute: 'visits', operator: 'Equals', value: 4 };
    await activity('open', 1);
    await activity('once', 1, {
      rulesConfig: [rule('Frequency', [{ frequency_value: '1', frequency_range: 'LIFETIME' }])],
    });
    await activity('off', 1, { isActive: false });
    await activity('bonus', 1, { rulesConfig: [rule('Bonus Multiplier', [fails], 2)] });
    await activity('failing', 0, { rulesConfig: [rule('Fixed Points', [fails], 1)] });
    await activity('unknown', 1, {
      rulesConfig: [rule('Fixed Points', [{ ...fails, attribute: 'shoe' }], 1)],
    });
    expect(await eligible()).toEqual(['open', 'once', 'bonus', 'unknown']);
    expect((await earn('bonus')).points).toBe(1);
    expect((await earn('failing')).points).toBe(0);
    await earn('once');
    expect(await eligible()).toEqual(['open', 'bonus', 'unknown']);
    expect(await earn('once')).toEqual({ points: 0, tierChanged: false, isUsedUp: true });
    await client.call(updateMember, { params, query, body: { member_status: 'blocked' } });
    expect(await eligible()).toEqual([]);
    await expect(earn('open')).rejects.toThrow(/member_id/);
  });

  test.each([
    ['DAY', DAY, 4],
    ['WEEK', 7 * DAY, 4],
    ['YEAR', 366 * DAY, 4],
    ['LIFETIME', 3 * 366 * DAY, 2],
  ])(
    'are limited by frequency per %s, also concurrently, until the next one starts',
    async (range, seconds, inAll) => {
      await activity('some', 1, {
        rulesConfig: [rule('Frequency', [{ frequency_value: '2', frequency_range: range }])],
      });
      const earnMany = () => Promise.all(Array.from({ length: 6 }, () => earn('some')));
      const sum = (earned: { points: number }[]) =>
        earned.reduce((all, { points }) => all + points, 0);
      expect(sum(await earnMany())).toBe(2);
      service.clock.advance(seconds);
      await earnMany();
      expect(await read()).toMatchObject({
        lifetime_points_earned: inAll,
        number_of_activities: String(inAll),
      });
    },
  );

  test('are limited by several ranges together', async () => {
    const bound = (frequency_value: string, frequency_range: string) =>
      rule('Frequency', [{ frequency_value, frequency_range }]);
    await activity('some', 1, {
      rulesConfig: [bound('2', 'DAY'), bound('3', 'WEEK'), bound('5', 'LIFETIME')],
    });
    const wednesday = 3;
    service.clock.advance(((wednesday + 7 - service.clock.now().getUTCDay()) % 7) * DAY);
    const perDay = [];
    for (let day = 0; day < 10; day += 1) {
      const earned = await Promise.all(Array.from({ length: 3 }, () => earn('some')));
      perDay.push(earned.filter(({ points }) => points > 0).length);
      service.clock.advance(DAY);
    }
    // From a Wednesday: two, one more this week, none until Monday, then the rest of the lifetime limit.
    expect(perDay).toEqual([2, 1, 0, 0, 0, 2, 0, 0, 0, 0]);
  });
});

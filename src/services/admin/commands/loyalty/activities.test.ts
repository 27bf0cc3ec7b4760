import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { getActivity, listMemberActivities } from '#contract/loyalty/activities.ts';
import { createMember } from '#contract/loyalty/members/members.ts';
import {
  createLoyaltyFixture,
  createProgramFixture,
} from '#services/admin/testing/admin-fixture.ts';
import { earnActivity } from '#services/loyalty/points/earn-activity.ts';
import { getProgram } from '#services/loyalty/programs/manage-programs.ts';
import { describeStorages } from '#services/platform/testing/storages.ts';
import { temporaryDirectory } from '#services/platform/testing/temporary-directory.ts';

const PURCHASE = {
  activity_name: 'Buy something',
  approval_method: 'immediate',
  enduser_activity_short_description: 'Points for what you buy',
  points_config: { points_computation_type: 'multiplier_based', multiplier: 2 },
  rules_config: [
    { rule_type: 'Bonus Multiplier', rule_name: 'Double', rule_value: 2 },
    {
      rule_type: 'Fixed Points',
      rule_value: 5,
      conditions: [{ operator: 'Equals', attribute: 'country', value: 'France' }],
    },
    {
      rule_type: 'Frequency',
      conditions: [{ frequency_value: '1', frequency_range: 'DAY' }],
    },
  ],
  translations: { Deutsch: { name: 'Etwas kaufen' } },
};

describeStorages('admin activities', (store) => {
  const fixture = createLoyaltyFixture(store);
  const program = createProgramFixture(fixture);

  beforeEach(async () => {
    await program.client.call(createMember, {
      body: { member_id: 'M-1', address: { country: 'France' } },
    });
  });

  const activities = (...args: string[]) => program.args('activities', ...args);
  const createOf = (settings: unknown, id = 'purchase') =>
    fixture.admin.runError(activities('create', id, '--file', '-'), {
      stdin: JSON.stringify(settings),
    });
  const read = async (activity: string, language?: string) => {
    const query = { idParam: 'activity_id', ...(language ? { language } : {}) };
    return (await program.client.call(getActivity, { params: { activity }, query })).data;
  };
  const eligible = async () => {
    const query = { idParam: 'member_id' };
    const page = await program.client.call(listMemberActivities, {
      params: { member: 'M-1' },
      query,
    });
    return page.data.activities.map(({ activity_id }) => activity_id);
  };
  const earn = async (activityId: string, quantity = 1) => {
    const row = await getProgram(store.db, program.partnerId);
    const doing = { memberId: 'M-1', activityId, quantity };
    return store.db.transaction((tx) => earnActivity(tx, row, doing, fixture.service.clock.now()));
  };

  test('create takes fixed points or a multiplier of an attribute as options', async () => {
    await fixture.admin.runOk(
      activities('create', 'welcome', '--name', 'Welcome', '--points', '50'),
    );
    const args = ['--name', 'Spend', '--multiplier', '1.5', '--attribute', 'revenue'];
    await fixture.admin.runOk(activities('create', 'spend', ...args, '--approval', 'manual'));
    expect(await read('welcome')).toMatchObject({
      activity_name: 'Welcome',
      approval_method: 'immediate',
      points_config: { points_computation_type: 'fixed_points', points: 50 },
      rules_config: null,
    });
    expect(await read('spend')).toMatchObject({
      approval_method: 'manual',
      points_config: { multiplier: 1.5, attribute_to_multiply: 'revenue' },
    });
    expect((await earn('welcome')).points).toBe(50);
    expect((await fixture.admin.runOk(activities('list'))).stdout).toMatch(
      /^spend .* manual .* × 1\.5 /m,
    );
  });

  test('create takes a file with rules, which apply', async () => {
    const file = join(temporaryDirectory(), 'purchase.json');
    writeFileSync(file, JSON.stringify(PURCHASE));
    await fixture.admin.runOk(activities('create', 'purchase', '--file', file));
    expect((await read('purchase', 'Deutsch')).activity_name).toBe('Etwas kaufen');
    expect((await read('purchase')).rules_config?.[0]).toMatchObject({
      is_active: true,
      is_archived: false,
      conditions_matching_policy: 'match_all',
      conditions: [],
    });
    // 10 at 2 points each, doubled, and 5 for France; once a day.
    expect((await earn('purchase', 10)).points).toBe(45);
    expect((await earn('purchase', 10)).points).toBe(0);
    expect(await eligible()).toEqual([]);
  });

  test('options override the file, and update changes only what is given', async () => {
    await fixture.admin.runOk(
      activities('create', 'purchase', '--file', '-', '--name', 'Shop', '--points', '7'),
      {
        stdin: JSON.stringify(PURCHASE),
      },
    );
    expect(await read('purchase')).toMatchObject({
      activity_name: 'Shop',
      points_config: { points_computation_type: 'fixed_points', points: 7 },
    });
    await fixture.admin.runOk(activities('update', 'purchase', '--rules', '-'), { stdin: '[]' });
    expect(await read('purchase')).toMatchObject({
      activity_name: 'Shop',
      enduser_activity_short_description: 'Points for what you buy',
      rules_config: [],
    });
    expect((await earn('purchase')).points).toBe(7);
  });

  test('members earn by an activity unless it is archived', async () => {
    await fixture.admin.runOk(activities('create', 'visit', '--name', 'Visit', '--points', '1'));
    expect(await eligible()).toEqual(['visit']);
    await fixture.admin.runOk(activities('archive', 'visit'));
    expect(await eligible()).toEqual([]);
    await expect(earn('visit')).rejects.toThrow(/activity_id/);
    await fixture.admin.runOk(activities('restore', 'visit'));
    expect((await earn('visit')).points).toBe(1);
    expect(await fixture.admin.runJson(activities('show', 'visit'))).toMatchObject({
      is_active: true,
    });
  });

  describe('create rejects', () => {
    const withRule = (rule: object) => ({ ...PURCHASE, rules_config: [rule] });
    const withCondition = (condition: object) =>
      withRule({ rule_type: 'Fixed Points', rule_value: 1, conditions: [condition] });
    test.each<[string, unknown, RegExp]>([
      ['no name', { ...PURCHASE, activity_name: undefined }, /^activity_name: Required$/],
      ['no points', { ...PURCHASE, points_config: undefined }, /^points_config: Required$/],
      ['an unknown setting', { ...PURCHASE, ponits_config: {} }, /^Unknown: ponits_config$/],
      ['a flag as text', { ...PURCHASE, is_active: 'yes' }, /^is_active: Must be true or false$/],
      [
        'an unknown approval',
        { ...PURCHASE, approval_method: 'later' },
        /^approval_method: Must be one of: immediate, man/,
      ],
      [
        'an unknown computation',
        { ...PURCHASE, points_config: { points_computation_type: 'guess' } },
        /^points_config\.points_computation_type: Must be one of: fixed_points, multiplier_based$/,
      ],
      [
        'fixed points without points',
        { ...PURCHASE, points_config: { points_computation_type: 'fixed_points' } },
        /^points_config\.points: Must be a whole number from 0 to/,
      ],
      [
        'a multiplier without a number',
        { ...PURCHASE, points_config: { points_computation_type: 'multiplier_based' } },
        /^points_config\.multiplier: Must be 0 or more/,
      ],
      [
        'an unknown rule',
        withRule({ rule_type: 'Magic' }),
        /^rules_config\.0\.rule_type: Must be one of: Bonus Mult/,
      ],
      [
        'a rule without its value',
        withRule({ rule_type: 'Fixed Points' }),
        /^rules_config\.0\.rule_value: Must be a number$/,
      ],
      [
        'an update without its attribute',
        withRule({ rule_type: 'Update Attribute', rule_value: 1 }),
        /^rules_config\.0\.attribute: Must be the custom attribute/,
      ],
      [
        'an unknown operator',
        withCondition({ operator: 'Like', attribute: 'city', value: 'P' }),
        /^rules_config\.0\.conditions\.0: Must have an attribute, a value and an operator/,
      ],
      [
        'a frequency as text',
        withCondition({ frequency_value: 'two', frequency_range: 'DAY' }),
        /^rules_config\.0\.conditions\.0: /,
      ],
      ['a list', [PURCHASE], /^-: Must be a JSON object$/],
      [
        "a character that can't be stored",
        { ...PURCHASE, activity_name: 'a\0b' },
        /^-: Is not JSON \(it contains a character/,
      ],
    ])('%s', async (_name, settings, line) => {
      expect(await createOf(settings)).toMatch(line);
      expect(await fixture.admin.runJson(activities('list'))).toEqual([]);
    });
  });

  test('invalid files, IDs and options are reported in one line', async () => {
    const create = (...args: string[]) => activities('create', 'x', '--name', 'X', ...args);
    expect(await fixture.admin.runError(create('--file', '/none.json'))).toMatch(
      /^\/none\.json: Can't be re/,
    );
    expect(await fixture.admin.runError(create('--file', '-'), { stdin: '{' })).toMatch(
      /^-: Is not JSON \(/,
    );
    expect(await fixture.admin.runError(create('--points', '1', '--multiplier', '2'))).toMatch(
      /not both$/,
    );
    expect(await fixture.admin.runError(create('--attribute', 'revenue'))).toMatch(
      /^--attribute requires --multiplier$/,
    );
    await fixture.admin.runOk(create('--points', '1'));
    expect(await fixture.admin.runError(create('--points', '1'))).toBe(
      'The program already has an activity x',
    );
    expect(await fixture.admin.runError(activities('update', 'x'))).toMatch(/^Nothing to set/);
    expect(await fixture.admin.runError(activities('archive', 'y'))).toBe(
      'The program has no activity y',
    );
  });
});

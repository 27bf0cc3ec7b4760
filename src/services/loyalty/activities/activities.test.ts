import { afterAll, beforeAll, expect, test } from 'vitest';
import { getActivity, listActivities, listMemberActivities } from '#contract/loyalty/activities.ts';
import { getMember } from '#contract/loyalty/members/members.ts';
import type { Program } from '#services/loyalty/programs/programs-table.ts';
import { type Client, createClient } from '#services/loyalty/testing/client.ts';
import {
  addActivity,
  addMembers,
  addTiers,
  createProgram,
} from '#services/loyalty/testing/program.ts';
import { startLoyalty, type TestLoyalty } from '#services/loyalty/testing/start-loyalty.ts';
import { describeStorages } from '#services/platform/testing/storages.ts';
import { createActivity } from './manage-activities.ts';

describeStorages('activities', (storage) => {
  let service: TestLoyalty;
  let client: Client;
  let other: Client;
  let otherProgram: Program;
  let memberServiceId: string;

  beforeAll(async () => {
    service = await startLoyalty(storage.storage);
    const { program, credentials } = await createProgram(storage.db);
    const second = await createProgram(storage.db);
    client = createClient(service.baseUrl, credentials);
    other = createClient(service.baseUrl, second.credentials);
    otherProgram = second.program;
    for (let n = 0; n < 7; n += 1) {
      await addActivity(storage.db, program.id, {
        activityId: `a-${n}`,
        translations: { Deutsch: { name: `Nummer ${n}` } },
      });
    }
    await addActivity(storage.db, otherProgram.id, { activityId: 'foreign' });
    const [tier] = await addTiers(storage.db, program.id, { Gold: 0 });
    const [member] = await addMembers(storage.db, program.id, [
      { memberId: 'M-1', tierId: tier?.id ?? null },
    ]);
    memberServiceId = member?.serviceId ?? '';
  });
  afterAll(() => service.close());

  const both = [
    ['listed', listActivities, {}],
    [
      'eligible',
      listMemberActivities,
      { params: { member: 'M-1' }, query: { idParam: 'member_id' } },
    ],
  ] as const;

  test.each(both)(
    '%s pages by index, each page starting where the last one ended',
    async (_, endpoint, call) => {
      const list = async (start_cursor: string, count: string) =>
        (
          await client.call(endpoint, {
            ...call,
            query: { ...('query' in call ? call.query : {}), start_cursor, count },
          })
        ).data;
      const first = await list('0', '4');
      expect(first).toMatchObject({ total: 7, next_cursor: 4, more: true });
      const second = await list(String(first.next_cursor), '4');
      expect(second).toMatchObject({ total: 7, next_cursor: 7, more: false });
      const names = [...first.activities, ...second.activities].map(
        ({ activity_id }) => activity_id,
      );
      expect(names).toEqual(Array.from({ length: 7 }, (_each, n) => `a-${n}`));
      expect(await list('7', '4')).toMatchObject({
        activities: [],
        total: 7,
        next_cursor: 7,
        more: false,
      });
      expect(await list('2147483647', '1')).toMatchObject({ activities: [], more: false });
    },
  );

  test('have all fields in the formats of the contract', async () => {
    const call = { params: { activity: 'a-1' }, query: { idParam: 'activity_id' } };
    const { data } = await client.call(getActivity, call);
    expect(data).toMatchObject({
      activity_id: 'a-1',
      activity_name: 'a-1',
      activity_benefit_type: 'points',
      approval_method: 'immediate',
      is_active: true,
      is_points_expiry_reset_activity: false,
      show_on_guest_dashboard: true,
      is_qualified_for_tier_upgrade: true,
      activity_card_background_image_url: null,
      created_date: '2026-01-31 10:00:00.000000',
      metadata: {},
      extra_config: {},
      points_config: { points_computation_type: 'fixed_points', points: 10 },
      rules_config: null,
    });
  });

  test('show configuration and rules unchanged, including unknown ones', async () => {
    const rule = {
      rule_type: 'Bonus Multiplier',
      rule_name: 'Twice',
      rule_value: 2,
      is_active: true,
      is_archived: false,
      conditions_matching_policy: 'match_all',
      conditions: [
        { attribute: 'revenue', operator: 'Between', value: [1, 2] },
        { attribute: 'moon', operator: 'Is Full', value: true },
        { frequency_value: '1', frequency_range: 'FORTNIGHT' },
      ],
    };
    const given = {
      benefitType: 'points_and_coupon_code',
      approvalMethod: 'manual',
      backgroundImageUrl: 'https://shop.test/card.png',
      metadata: { channel: 'store' },
      extraConfig: { coupon_prefix: 'X' },
      pointsConfig: {
        points_computation_type: 'multiplier_based' as const,
        attribute_to_multiply: 'visits',
        multiplier: 1.5,
      },
      rulesConfig: [rule, { ...rule, rule_type: 'Moonlight' }],
    };
    await addActivity(storage.db, otherProgram.id, { activityId: 'odd', ...given });
    const { data } = await other.call(getActivity, {
      params: { activity: 'odd' },
      query: { idParam: 'activity_id' },
    });
    expect(data).toMatchObject({
      activity_benefit_type: 'points_and_coupon_code',
      approval_method: 'manual',
      activity_card_background_image_url: given.backgroundImageUrl,
      metadata: given.metadata,
      extra_config: given.extraConfig,
      points_config: given.pointsConfig,
      rules_config: given.rulesConfig,
    });
  });

  test('have all fields even if created with few settings', async () => {
    const condition = { frequency_value: '1', frequency_range: 'DAY' };
    const settings = {
      activity_name: 'Buy',
      points_config: { points_computation_type: 'multiplier_based', multiplier: 2 },
      rules_config: [{ rule_type: 'Frequency', conditions: [condition] }],
    };
    const described = { activityId: 'few', settings };
    await createActivity(storage.db, otherProgram, described, service.clock.now());
    const call = { params: { activity: 'few' }, query: { idParam: 'activity_id' } };
    const { data } = await other.call(getActivity, call);
    expect(data.points_config).toEqual({ ...settings.points_config, attribute_to_multiply: null });
    expect(data.rules_config).toEqual([
      {
        rule_type: 'Frequency',
        rule_name: '',
        rule_value: 0,
        is_active: true,
        is_archived: false,
        conditions_matching_policy: 'match_all',
        conditions: [condition],
      },
    ]);
  });

  test('use a language that the program has, otherwise the default', async () => {
    const name = async (language: string) =>
      (await client.call(listActivities, { query: { language, count: '1' } })).data.activities[0]
        ?.activity_name;
    expect(await name('Deutsch')).toBe('Nummer 0');
    for (const other of ['Klingon', '', '__proto__', 'toString', '\0']) {
      expect(await name(other)).toBe('a-0');
    }
    const { data } = await client.call(getMember, {
      params: { member: memberServiceId },
      query: { language: 'Deutsch' },
    });
    expect(data.tier_info?.loyalty_tier_name).toBe('Gold (Deutsch)');
  });

  test('reject unknown ids and those of another program by name', async () => {
    for (const activity of ['foreign', 'none']) {
      const { status, error } = await client.callRejected(getActivity, {
        params: { activity },
        query: { idParam: 'activity_id' },
      });
      expect([status, error.error]).toEqual([400, 'ERROR_INVALID_PARAMETER']);
      expect(error.message).toMatch(/^activity_id: /);
    }
    const missing = await client.callRejected(getActivity, { params: { activity: 'a-1' } });
    expect(missing.error.message).toMatch(/^idParam: /);
    const cursor = await client.callRejected(listActivities, { query: { start_cursor: '-1' } });
    expect(cursor.error.message).toMatch(/^start_cursor: /);
    const member = await client.callRejected(listMemberActivities, { params: { member: 'none' } });
    expect(member.error.message).toMatch(/^id: /);
  });
});

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  createMember,
  deleteMember,
  getMember,
  listMembers,
  memberOf,
  updateMember,
} from '#contract/loyalty/members/members.ts';
import type { Program } from '#services/loyalty/programs/programs-table.ts';
import { type Client, createClient } from '#services/loyalty/testing/client.ts';
import { addTiers, createProgram } from '#services/loyalty/testing/program.ts';
import { startLoyalty, type TestLoyalty } from '#services/loyalty/testing/start-loyalty.ts';
import type { Tier } from '#services/loyalty/tiers/tiers-table.ts';
import { expectFigures } from '#services/platform/database/testing/expect-figures.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';

const VALUE_ERROR = { error_code: 'INVALID_REQUEST_PARAMETER_VALUES', success: false };
const byMemberId = { idParam: 'member_id' };

describeBothStorages('writing members', (storage) => {
  afterEach(() => expectFigures(storage.db));
  let service: TestLoyalty;
  let client: Client;
  let program: Program;
  let tiers: Tier[];

  beforeAll(async () => {
    service = await startLoyalty(storage.storage);
  });
  beforeEach(async () => {
    const made = await createProgram(storage.db, { emailUnique: true, tierPeriodMonths: 12 });
    program = made.program;
    tiers = await addTiers(storage.db, program.id, { Silver: 100, Bronze: 0 });
    client = createClient(service.baseUrl, made.credentials);
  });
  afterAll(() => service.close());

  const create = async (body: Record<string, unknown> = {}) => {
    const filled = { member_id: 'M-1', email_address: 'Ada@example.test', ...body };
    return (await client.call(createMember, { body: filled })).data;
  };
  const update = async (body: unknown) =>
    memberOf(
      await client.call(updateMember, { params: { member: 'M-1' }, query: byMemberId, body }),
    );
  const read = async (member = 'M-1') =>
    (await client.call(getMember, { params: { member }, query: byMemberId })).data;
  const total = async (member_status: string) =>
    (await client.call(listMembers, { query: { member_status } })).data.total;

  test('creates a member with defaults in the lowest tier', async () => {
    const member = await create();
    expect(member).toMatchObject({
      member_id: 'M-1',
      member_status: 'active',
      email_subscription_status: 'subscribed',
      member_tags: [],
      custom_attributes: {},
      available_points: 0,
      number_of_activities: '0',
      deleted_date: null,
      points_expiration_schedule: null,
      referrer_ID: null,
      enrollment_date: service.clock.now().toISOString(),
      tier_info: {
        loyalty_tier_name: 'Bronze',
        qualified_points: 0,
        current_period_end: '2027-03-18T12:00:00.000Z',
      },
    });
    expect(member.id).toMatch(/^[0-9a-f]{24}$/);
    expect(member.referral_URL).toBe(`https://shop.test/r/${member.referral_code}`);
    expect(await read()).toEqual(member);
    const byId = await client.call(getMember, { params: { member: member.id } });
    expect(byId.data).toEqual(member);
    expect(await total('active')).toBe(1);
  });

  test('accepts all fields in the formats of the contract', async () => {
    const { referral_code, id } = await create({ first_name: 'Ada', last_name: 'Marsh' });
    const member = await create({
      member_id: 'M-2',
      first_name: '𝒜'.repeat(99),
      email_address: 'b@example.test',
      phone_number: '555 010 0200',
      birthdate: '05/17',
      anniversary_date: '02/29/2024',
      address: { line1: 'Mill Road 1', city: 'Kraków', postal_code: '30-001' },
      member_tags: ['b', 'a', 'b'],
      referrer_code: referral_code,
      member_status: 'opted_out',
      current_tier_id: tiers[0]?.serviceId,
      custom_attributes: '{"shoe":42.5,"likes":["tea",1],"name":"x"}',
    });
    expect(member).toMatchObject({
      phone_number: '+1-5550100200',
      birthdate: '05/17/1904',
      anniversary_date: '02/29/2024',
      address: { line1: 'Mill Road 1', line2: '', city: 'Kraków', postal_code: '30-001' },
      member_tags: ['b', 'a'],
      referrer_code: referral_code,
      referrer_ID: id,
      referrer_name: 'Ada Marsh',
      member_status: 'opted_out',
      tier_info: { loyalty_tier_name: 'Silver' },
      custom_attributes: { shoe: 42.5, likes: ['tea', 1], name: 'x' },
    });
  });

  test('updates only the given fields, replaces tags and merges attributes', async () => {
    await create({ member_tags: ['a'], custom_attributes: '{"a":1,"b":"x"}', first_name: 'Ada' });
    service.clock.advance(60);
    const member = await update({
      member_tags: ['c'],
      custom_attributes: '{"b":[2]}',
      birthdate: '',
    });
    expect(member).toMatchObject({
      first_name: 'Ada',
      member_tags: ['c'],
      custom_attributes: { a: 1, b: [2] },
      last_modified_date: service.clock.now().toISOString(),
    });
    const response = await client.send(updateMember, {
      params: { member: 'M-1' },
      query: byMemberId,
      body: {},
    });
    expect(await response.json()).toMatchObject({ member_id: 'M-1', success: true });
  });

  test('changes statuses in both directions and the totals with them', async () => {
    await create();
    for (const status of ['blocked', 'active', 'opted_out', 'blocked', 'blocked'] as const) {
      expect((await update({ member_status: status })).member_status).toBe(status);
      expect(await total(status)).toBe(1);
    }
    expect(await total('active')).toBe(0);
  });

  test("ignores the member's own referral code and sets the referrer by another's", async () => {
    const first = await create();
    const second = await create({ member_id: 'M-2', email_address: 'b@example.test' });
    expect((await update({ referral_code: first.referral_code })).referrer_ID).toBeNull();
    expect((await update({ referral_code: second.referral_code })).referrer_ID).toBe(second.id);
  });

  test('removes a deleted member everywhere and frees its values', async () => {
    const { id } = await create();
    const deleted = await client.call(deleteMember, {
      params: { member: 'M-1' },
      query: byMemberId,
    });
    expect(deleted).toEqual({ data: { id, member_status: 'deleted' }, success: true });
    for (const endpoint of [getMember, deleteMember, updateMember]) {
      const body = endpoint === updateMember ? { body: {} } : {};
      const named = await client.callRejected(endpoint, {
        params: { member: 'M-1' },
        query: byMemberId,
        ...body,
      });
      expect(named).toMatchObject({ status: 400, error: { error: 'ERROR_INVALID_PARAMETER' } });
      expect(named.error.message).toMatch(/^member_id: /);
      const byId = await client.callRejected(endpoint, { params: { member: id }, ...body });
      expect(byId.error.message).toMatch(/^id: /);
    }
    expect(await total('active')).toBe(0);
    expect((await create()).id).not.toBe(id);
  });

  describe('rejects, naming the field and changing nothing,', () => {
    test.each([
      ['email_address', { email_address: 'none' }],
      ['email_address', { email_address: '' }],
      ['phone_number', { phone_number: '12' }],
      ['first_name', { first_name: '𝒜'.repeat(100) }],
      ['last_name', { last_name: 'a\0' }],
      ['last_name', { last_name: '\ud800' }],
      ['birthdate', { birthdate: '02/30/2020' }],
      ['anniversary_date', { anniversary_date: '2020-01-01' }],
      ['member_status', { member_status: 'deleted' }],
      ['email_subscription_status', { email_subscription_status: 1 }],
      ['member_tags', { member_tags: 'a' }],
      ['member_tags.0', { member_tags: [''] }],
      ['address.city', { address: { city: 1 } }],
      ['current_tier_id', { current_tier_id: 'none' }],
      ['referral_code', { referral_code: 'none' }],
      ['custom_attributes', { custom_attributes: { a: 1 } }],
      ['custom_attributes', { custom_attributes: '{"a":null}' }],
      ['custom_attributes', { custom_attributes: '{"__proto__":1}' }],
      ['custom_attributes', { custom_attributes: '{"a":1e999}' }],
      ['custom_attributes', { custom_attributes: JSON.stringify({ a: 'x'.repeat(65_536) }) }],
    ])('%s of %j', async (field, change) => {
      const before = await create();
      const { status, error } = await client.callRejected(updateMember, {
        params: { member: 'M-1' },
        query: byMemberId,
        body: { instagram_handle: 'changed', ...change },
      });
      expect({ status, error }).toMatchObject({ status: 400, error: VALUE_ERROR });
      expect(error.reason).toMatch(new RegExp(`^${field}: `));
      expect(await read()).toEqual(before);
    });

    test.each([
      ['member_id', { email_address: 'a@example.test' }],
      ['member_id', { member_id: '', email_address: 'a@example.test' }],
      ['member_id', { member_id: 5, email_address: 'a@example.test' }],
      ['member_id', { member_id: 'M-1', email_address: 'other@example.test' }],
      ['email_address', { member_id: 'M-2' }],
      ['email_address', { member_id: 'M-2', email_address: 'ADA@example.test' }],
      [
        'referrer_code',
        { member_id: 'M-2', email_address: 'b@example.test', referrer_code: 'none' },
      ],
    ])('%s when %j is created', async (field, body) => {
      await create();
      const { status, error } = await client.callRejected(createMember, { body });
      expect({ status, error }).toMatchObject({ status: 400, error: VALUE_ERROR });
      expect(error.reason).toMatch(new RegExp(`^${field}: `));
      expect(await total('active')).toBe(1);
    });

    test.each(['', '{', '[]', 'null', '"x"', '\u{feff}{', new Uint8Array([0xff])])(
      'a body of %j',
      async (body) => {
        const rejected = await client.callRejected(createMember, { body });
        expect(rejected).toMatchObject({ status: 400, error: VALUE_ERROR });
      },
    );
  });

  test('lets one of several concurrent creations of a member_id succeed', async () => {
    const responses = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        client.send(createMember, {
          body: { member_id: 'M-9', email_address: `m${n}@example.test` },
        }),
      ),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(400)]);
    expect(await total('active')).toBe(1);
  });
});

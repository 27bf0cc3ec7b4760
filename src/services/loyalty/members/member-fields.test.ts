import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { listMemberActivities } from '#contract/loyalty/activities.ts';
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
import { addMembers, addTiers, createProgram } from '#services/loyalty/testing/program.ts';
import { startLoyalty, type TestLoyalty } from '#services/loyalty/testing/start-loyalty.ts';
import type { Tier } from '#services/loyalty/tiers/tiers-table.ts';
import { describeStorages } from '#services/platform/testing/storages.ts';

describeStorages('a member', (storage) => {
  let service: TestLoyalty;
  let client: Client;
  let program: Program;
  let tier: Tier | undefined;

  beforeAll(async () => {
    service = await startLoyalty(storage.storage);
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    const made = await createProgram(storage.db);
    program = made.program;
    client = createClient(service.baseUrl, made.credentials);
    [tier] = await addTiers(storage.db, program.id, { Bronze: 0 });
  });

  const at = (member: string) => ({ params: { member } });
  const byMemberId = (member: string) => ({ ...at(member), query: { idParam: 'member_id' } });

  test('has every field of the specification, in its types and formats', async () => {
    const moment = new Date('2026-02-03T04:05:06.789Z');
    const [referrer] = await addMembers(storage.db, program.id, [
      { memberId: 'M-1', firstName: 'Imani', lastName: 'Marsh' },
    ]);
    const [row] = await addMembers(storage.db, program.id, [
      {
        memberId: 'M-2',
        firstName: 'Ada',
        lastName: 'Brooks',
        emailAddress: 'ada@example.test',
        phoneNumber: '+44-2055501002',
        birthdate: '05/17/1990',
        anniversaryDate: '2015-05-17T00:00:00Z',
        enrolledAt: moment,
        modifiedAt: moment,
        firstPurchaseDate: '02/04/2026',
        lastPurchaseDate: '02/05/2026 10:11:12',
        twitterHandle: 'ada',
        instagramHandle: 'ada.b',
        preferredLanguage: 'English',
        gender: 'female',
        addressLine1: 'Mill Road 1',
        addressLine2: 'Apt 2',
        city: 'Leeds',
        state: 'WY',
        country: 'GB',
        postalCode: 'LS1',
        tags: ['vip', 'été'],
        emailSubscriptionStatus: 'unsubscribed',
        customAttributes: { size: 42.5, likes: ['tea', 1], colour: 'red' },
        tierId: tier?.id ?? null,
        tierPeriodStart: moment,
        tierPeriodEnd: new Date('2027-02-03T04:05:06.789Z'),
        qualifiedPoints: 70,
        availablePoints: 60,
        pendingPoints: 5,
        pointsEarned: 100,
        pointsExpired: 20,
        pointsDeducted: 10,
        pointsRedeemed: 10,
        expirationSchedule: [{ expiration_date: '02/03/2027', points: 60 }],
        revenue: 100,
        purchases: 3,
        redemptions: 1,
        activitiesDone: 4,
        referralCode: 'ADA',
        referrerId: referrer?.id ?? null,
      },
    ]);
    const { data } = await client.call(getMember, byMemberId('M-2'));
    expect(data).toEqual({
      id: row?.serviceId,
      member_id: 'M-2',
      first_name: 'Ada',
      last_name: 'Brooks',
      email_address: 'ada@example.test',
      phone_number: '+44-2055501002',
      birthdate: '05/17/1990',
      anniversary_date: '2015-05-17T00:00:00Z',
      enrollment_date: '2026-02-03T04:05:06.789Z',
      last_modified_date: '2026-02-03T04:05:06.789Z',
      first_purchase_date: '02/04/2026',
      last_purchase_date: '02/05/2026 10:11:12',
      deleted_date: null,
      twitter_handle: 'ada',
      instagram_handle: 'ada.b',
      preferred_language: 'English',
      gender: 'female',
      address: {
        line1: 'Mill Road 1',
        line2: 'Apt 2',
        city: 'Leeds',
        state: 'WY',
        country: 'GB',
        postal_code: 'LS1',
      },
      member_tags: ['vip', 'été'],
      member_status: 'active',
      email_subscription_status: 'unsubscribed',
      tier_info: {
        loyalty_tier_id: tier?.serviceId,
        loyalty_tier_name: 'Bronze',
        current_period_start: '2026-02-03T04:05:06.789Z',
        current_period_end: '2027-02-03T04:05:06.789Z',
        qualified_points: 70,
      },
      custom_attributes: { size: 42.5, likes: ['tea', 1], colour: 'red' },
      available_points: 60,
      pending_points: 5,
      lifetime_points_earned: 100,
      lifetime_points_expired: 20,
      lifetime_points_deducted: 10,
      lifetime_points_redeemed: 10,
      points_expiration_schedule: [{ expiration_date: '02/03/2027', points: 60 }],
      revenue: 100,
      aov: 33.33,
      number_of_purchases: 3,
      number_of_redemptions: 1,
      number_of_activities: '4',
      referral_URL: 'https://shop.test/r/ADA',
      referral_code: 'ADA',
      referrer_code: 'R-M-1',
      referrer_ID: referrer?.serviceId,
      referrer_name: 'Imani Marsh',
    });
    const listed = (await client.call(listMembers)).data.members;
    expect(listed.find(({ member_id }) => member_id === 'M-2')).toEqual(data);
  });

  test('is found by either of its ids, each only in its own mode', async () => {
    const { id } = (await client.call(createMember, { body: { member_id: 'M-1' } })).data;
    for (const address of [at(id), byMemberId('M-1')]) {
      expect((await client.call(getMember, address)).data.id).toBe(id);
      const body = { first_name: `Ada of ${JSON.stringify(address)}` };
      const updated = memberOf(await client.call(updateMember, { ...address, body }));
      expect(updated).toMatchObject({ id, ...body });
      expect((await client.call(listMemberActivities, address)).data.total).toBe(0);
    }
    for (const address of [at('M-1'), byMemberId(id)]) {
      for (const endpoint of [getMember, deleteMember, listMemberActivities]) {
        expect((await client.callRejected(endpoint, address)).status).toBe(400);
      }
      expect((await client.callRejected(updateMember, { ...address, body: {} })).status).toBe(400);
    }
    await client.call(createMember, { body: { member_id: 'M-2' } });
    const gone = await client.call(deleteMember, at(id));
    expect(gone.data).toEqual({ id, member_status: 'deleted' });
    expect((await client.call(deleteMember, byMemberId('M-2'))).success).toBe(true);
  });

  test('keeps its member_id and read-only fields in an update', async () => {
    const { id } = (await client.call(createMember, { body: { member_id: 'M-1' } })).data;
    const body = { member_id: 'M-2', id: 'x', available_points: 9, unknown: 1, first_name: 'Ada' };
    const updated = memberOf(await client.call(updateMember, { ...byMemberId('M-1'), body }));
    expect(updated).toMatchObject({ id, member_id: 'M-1', available_points: 0, first_name: 'Ada' });
    expect(updated).not.toHaveProperty('unknown');
  });

  test.each(['active', 'blocked', 'opted_out'])(
    'can be created and deleted with the status %s',
    async (member_status) => {
      const total = async () =>
        (await client.call(listMembers, { query: { member_status } })).data.total;
      const body = { member_id: 'M-1', member_status };
      expect((await client.call(createMember, { body })).data).toMatchObject(body);
      expect(await total()).toBe(1);
      await client.call(deleteMember, byMemberId('M-1'));
      expect(await total()).toBe(0);
    },
  );

  test("can't get the status deleted by a request", async () => {
    const body = { member_id: 'M-1', member_status: 'deleted' };
    const { error } = await client.callRejected(createMember, { body });
    expect(error.reason).toMatch(/^member_status: /);
  });
});

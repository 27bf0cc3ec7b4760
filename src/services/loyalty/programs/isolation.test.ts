import { afterAll, beforeAll, expect, test } from 'vitest';
import { getActivity, listActivities, listMemberActivities } from '#contract/loyalty/activities.ts';
import {
  createMember,
  deleteMember,
  getMember,
  listMembers,
  updateMember,
} from '#contract/loyalty/members/members.ts';
import { type Client, createClient } from '#services/loyalty/testing/client.ts';
import { addActivity, addTiers, createProgram } from '#services/loyalty/testing/program.ts';
import { startLoyalty, type TestLoyalty } from '#services/loyalty/testing/start-loyalty.ts';
import { describeStorages } from '#services/platform/testing/storages.ts';

describeStorages('two programs', (storage) => {
  let service: TestLoyalty;
  let ours: Client;
  let theirs: Client;
  let theirMember: { id: string; referral_code?: string | undefined };
  let theirTierId: string;

  beforeAll(async () => {
    service = await startLoyalty(storage.storage);
    const first = await createProgram(storage.db);
    const second = await createProgram(storage.db);
    ours = createClient(service.baseUrl, first.credentials);
    theirs = createClient(service.baseUrl, second.credentials);
    const [tier] = await addTiers(storage.db, second.program.id, { Gold: 0 });
    theirTierId = tier?.serviceId ?? '';
    await addActivity(storage.db, second.program.id, { activityId: 'their-activity' });
    theirMember = (await theirs.call(createMember, { body: { member_id: 'their-member' } })).data;
    await ours.call(createMember, { body: { member_id: 'our-member' } });
  });
  afterAll(() => service.close());

  const operations = [getMember, updateMember, deleteMember, listMemberActivities];

  test.each(operations.map((endpoint) => [endpoint.id, endpoint] as const))(
    'are isolated: %s responds the same for a member of the other program and an unknown one',
    async (_id, endpoint) => {
      const body = endpoint === updateMember ? { body: { first_name: 'Taken' } } : {};
      const callRejected = (member: string, query: Record<string, string>) =>
        ours.callRejected(endpoint, { params: { member }, query, ...body });
      expect(await callRejected(theirMember.id, {})).toEqual(await callRejected('none', {}));
      const byMemberId = { idParam: 'member_id' };
      expect(await callRejected('their-member', byMemberId)).toEqual(
        await callRejected('none', byMemberId),
      );
      const call = { params: { member: theirMember.id } };
      expect((await theirs.call(getMember, call)).data).toEqual(theirMember);
    },
  );

  test('have separate lists, activities and member ids', async () => {
    const names = (client: Client) =>
      client.call(listMembers).then(({ data }) => data.members.map(({ member_id }) => member_id));
    expect([await names(ours), await names(theirs)]).toEqual([['our-member'], ['their-member']]);
    expect((await ours.call(listActivities)).data.total).toBe(0);
    const call = { params: { activity: 'their-activity' }, query: { idParam: 'activity_id' } };
    expect((await ours.callRejected(getActivity, call)).status).toBe(400);
    await theirs.call(createMember, { body: { member_id: 'our-member' } });
  });

  test("can't assign tiers or refer members of each other", async () => {
    const body = { member_id: 'new' };
    for (const [field, value] of [
      ['current_tier_id', theirTierId],
      ['referrer_code', theirMember.referral_code],
    ] as const) {
      const { error } = await ours.callRejected(createMember, {
        body: { ...body, [field]: value },
      });
      expect(error.reason).toMatch(new RegExp(`^${field}: `));
    }
  });
});

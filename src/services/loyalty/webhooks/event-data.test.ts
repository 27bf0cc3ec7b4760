import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import {
  campaignInfoSchema,
  memberInfoSchema,
  webhookEventDataSchema,
} from '#contract/loyalty/webhooks.ts';
import { earnActivity } from '#services/loyalty/points/earn-activity.ts';
import type { Program } from '#services/loyalty/programs/programs-table.ts';
import {
  addActivity,
  addMembers,
  addTiers,
  createProgram,
} from '#services/loyalty/testing/program.ts';
import { describeStorages } from '#services/platform/testing/storages.ts';
import { enterCampaign } from './enter-campaign.ts';
import { outboundEvents } from './outbound-events-table.ts';

const now = new Date('2026-03-18T12:00:00Z');

describeStorages('event data', (storage) => {
  let program: Program;
  beforeAll(async () => {
    ({ program } = await createProgram(storage.db, { tierPeriodMonths: 12 }));
    const [bronze] = await addTiers(storage.db, program.id, { Bronze: 0, Silver: 10 });
    await addMembers(storage.db, program.id, [
      { memberId: 'M-1', tierId: bronze?.id ?? null, birthdate: '05/17/1904', pendingPoints: 7 },
    ]);
    await addActivity(storage.db, program.id, { activityId: 'ten' });
  });

  const readEvents = async () => {
    const rows = await storage.db
      .select()
      .from(outboundEvents)
      .where(eq(outboundEvents.programId, program.id));
    await storage.db.delete(outboundEvents);
    return rows.map(({ eventType, data }) => ({
      eventType,
      data: webhookEventDataSchema.parse(data),
    }));
  };

  test('has only fields of member_info', async () => {
    const input = { memberId: 'M-1', activityId: 'ten', quantity: 1 };
    await storage.db.transaction((tx) => earnActivity(tx, program, input, now));
    const [event] = await readEvents();
    expect(event?.eventType).toBe('event_member_tierupgrade');
    const { member_info: member, ...others } = event?.data ?? {};
    expect(others).toEqual({});
    const known = Object.keys(memberInfoSchema.shape);
    expect(Object.keys(member ?? {}).filter((name) => !known.includes(name))).toEqual([]);
    expect(member).toMatchObject({
      member_id: 'M-1',
      member_status: 'active',
      birthdate: '05/17/1904',
      available_points: 10,
      points_onhold: 7,
      deleted_date: null,
      tier_info: {
        loyalty_tier_name: 'Silver',
        qualified_points: 10,
        qualifid_points: 10,
        current_period_end: null,
      },
    });
  });

  test('has the types of member_info: whole revenue, and custom attributes of strings, integers and arrays of strings', async () => {
    await addMembers(storage.db, program.id, [
      {
        memberId: 'M-3',
        revenue: 33.5,
        purchases: 1,
        customAttributes: { name: 'x', visits: 12, size: 37.5, list: ['a', 2, 0.25] },
      },
    ]);
    const input = { memberIds: ['M-3'], campaignName: 'Spring' };
    await storage.db.transaction((tx) => enterCampaign(tx, program, input, now));
    const [event] = await readEvents();
    expect(event?.data.member_info).toMatchObject({
      revenue: 34,
      aov: 33.5,
      custom_attributes: { name: 'x', visits: 12, size: '37.5', list: ['a', '2', '0.25'] },
    });
  });

  test('has only fields of campaign_info, the same for all members that enter a campaign', async () => {
    await addMembers(storage.db, program.id, [{ memberId: 'M-2', status: 'blocked' }]);
    const input = { memberIds: ['M-1', 'M-2'], campaignName: 'Spring' };
    await storage.db.transaction((tx) => enterCampaign(tx, program, input, now));
    const events = await readEvents();
    expect(events.map(({ eventType }) => eventType)).toEqual([
      'event_campaign_entered',
      'event_campaign_entered',
    ]);
    const [first, second] = events.map(({ data }) => data);
    const known = Object.keys(campaignInfoSchema.shape);
    const names = Object.keys(first?.campaign_info ?? {});
    expect(names.filter((name) => !known.includes(name))).toEqual([]);
    expect(first?.campaign_info).toMatchObject({ campaign_name: 'Spring', delay_in_days: 0 });
    expect(second?.campaign_info).toEqual(first?.campaign_info);
    expect(second?.member_info).toMatchObject({ member_id: 'M-2', member_status: 'blocked' });
  });
});

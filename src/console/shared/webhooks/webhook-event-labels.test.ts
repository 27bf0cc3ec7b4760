import { expect, test } from 'vitest';
import {
  eventMemberName,
  eventOutcomeLabel,
  eventStateLabel,
  eventTypeLabel,
} from './webhook-event-labels.ts';

const upgrade = {
  event_type: 'event_member_tierupgrade',
  member_id: 'M-1',
  data: {
    member_info: {
      first_name: 'Ada',
      last_name: 'King',
      tier_info: { loyalty_tier_name: 'Gold' },
    },
  },
};

test('types have names, and unknown ones are made readable', () => {
  expect(eventTypeLabel('event_member_tierupgrade')).toBe('Tier upgrade');
  expect(eventTypeLabel('event_campaign_entered')).toBe('Campaign entered');
  expect(eventTypeLabel('event_points_lost')).toBe('Points lost');
});

test('an event says what happened, and to whom', () => {
  expect(eventOutcomeLabel(upgrade)).toBe('to Gold');
  expect(eventMemberName(upgrade)).toBe('Ada King');
  const campaign = {
    event_type: 'event_campaign_entered',
    member_id: 'M-1',
    data: { member_info: { tier_info: { loyalty_tier_name: 'Gold' } }, campaign_info: {} },
  };
  expect(eventOutcomeLabel(campaign)).toBeUndefined();
  expect(eventMemberName(campaign)).toBe('M-1');
  expect(
    eventOutcomeLabel({ ...campaign, data: { campaign_info: { campaign_name: 'Picnic' } } }),
  ).toBe('Picnic');
});

test.each([null, 7, 'text', [], { member_info: null }, { member_info: { first_name: 7 } }])(
  'data that is not as it should be (%j) names nobody',
  (data) => {
    const event = { ...upgrade, member_id: null, data };
    expect(eventOutcomeLabel(event)).toBeUndefined();
    expect(eventMemberName(event)).toBeUndefined();
  },
);

test('a replay is told as one', () => {
  expect(eventStateLabel('processed', 2)).toEqual({ tone: 'good', label: 'Replayed' });
  expect(eventStateLabel('pending', 1).label).toBe('Replaying');
  expect(eventStateLabel('failed', 1).label).toBe('Failed again');
});

test('a state that is not known is shown as it is', () => {
  expect(eventStateLabel('processed')).toEqual({ tone: 'good', label: 'Processed' });
  expect(eventStateLabel('parked')).toEqual({ tone: 'off', label: 'parked' });
});

import { describe, expect, test } from 'vitest';
import {
  EVENTS_EMPTY_TEXT,
  eventMemberName,
  eventOutcomeLabel,
  eventStateLabel,
  eventTitle,
  eventTypeLabel,
} from './event-labels.ts';

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

test('the empty text names what causes each event type', () => {
  expect(EVENTS_EMPTY_TEXT).toBe(
    'Signed events appear here when members enter a campaign or reach a tier.',
  );
});

describe('event labels', () => {
  test('name known types and make unknown ones readable', () => {
    expect(eventTypeLabel('event_member_tierupgrade')).toBe('Tier upgrade');
    expect(eventTypeLabel('event_campaign_entered')).toBe('Campaign entered');
    expect(eventTypeLabel('event_points_lost')).toBe('Points lost');
  });

  test('describe the event and its member', () => {
    expect(eventOutcomeLabel(upgrade)).toBe('to Gold');
    expect(eventOutcomeLabel({ ...upgrade, previous_tier: 'Silver' })).toBe('from Silver to Gold');
    expect(eventTitle({ ...upgrade, previous_tier: 'Silver' })).toBe('Ada King reached Gold');
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

  test('keep the direction of a title with an Arabic name', () => {
    const member_info = { ...upgrade.data.member_info, first_name: 'نور', last_name: 'درويش' };
    expect(eventTitle({ ...upgrade, data: { member_info } })).toBe('\u200eنور درويش reached Gold');
  });

  test.each([null, 7, 'text', [], { member_info: null }, { member_info: { first_name: 7 } }])(
    'are undefined for unexpected data (%j)',
    (data) => {
      const event = { ...upgrade, member_id: null, data };
      expect(eventOutcomeLabel(event)).toBeUndefined();
      expect(eventMemberName(event)).toBeUndefined();
    },
  );

  test('distinguish replayed events', () => {
    expect(eventStateLabel('processed', 2)).toEqual({ tone: 'normal', label: 'Replayed' });
    expect(eventStateLabel('pending', 1).label).toBe('Replaying');
    expect(eventStateLabel('failed', 1).label).toBe('Failed again');
  });

  test('show unknown states unchanged', () => {
    expect(eventStateLabel('processed')).toEqual({ tone: 'normal', label: 'Processed' });
    expect(eventStateLabel('parked')).toEqual({ tone: 'off', label: 'parked' });
  });
});

import { expect, test } from 'vitest';
import { CAMPAIGN_ENTERED } from '#contract/loyalty/webhooks.ts';
import { describeUnreadable } from './event-reason.ts';

const reasonOf = (state: 'processed' | 'failed' | 'malformed', data: unknown, eventType?: string) =>
  describeUnreadable({
    state,
    eventType: eventType ?? CAMPAIGN_ENTERED,
    data: JSON.stringify(data),
  });

test.each([
  ['text', 'It is not a JSON object.'],
  [null, 'It is not a JSON object.'],
  [{ event_type: 'x' }, '"id" is missing or malformed.'],
  [{ id: '1', event_type: 7 }, '"event_type" is missing or malformed.'],
  [{ id: '1', event_type: null, data: 'x' }, '"data" is missing or malformed.'],
  [{ id: 'x'.repeat(300) }, 'Its "id" or "event_type" can\'t be stored.'],
])('the reason of the malformed event %j', (data, reason) => {
  expect(reasonOf('malformed', data)).toBe(reason);
});

test('the reason of an event names what could not be read, and counts the rest', () => {
  const member = { aov: 'x', first_name: null, revenue: 'x', id: 1, member_id: 1 };
  expect(reasonOf('failed', { member_info: 7 })).toBe('This value can\'t be read: "member_info".');
  expect(reasonOf('processed', { member_info: { ...member, phone_number: 1, last_name: 1 } })).toBe(
    'These values can\'t be read: "member_info.id", "member_info.last_name", "member_info.phone_number", "member_info.member_id", "member_info.revenue" and 1 more.',
  );
});

test('an event has no reason if all of it was read, or if its type is unknown', () => {
  expect(reasonOf('processed', { member_info: { first_name: null, address: null } })).toBeNull();
  expect(reasonOf('processed', { member_info: 7 }, 'event_of_tomorrow')).toBeNull();
  expect(
    describeUnreadable({ state: 'processed', eventType: CAMPAIGN_ENTERED, data: null }),
  ).toBeNull();
});

import { describe, expect, test } from 'vitest';
import type { InboxEvent } from '#contract/gateway/inbox.ts';
import { diagnoseEvent } from './diagnose-event.ts';

const event = (state: string, data: unknown): InboxEvent => ({
  id: 'E-1',
  event_type: 'event_campaign_entered',
  data,
  member_id: null,
  webhook_request_id: '1',
  received_at: '2026-11-21T12:00:00.000Z',
  processed_at: null,
  state,
  replays: 0,
  test: false,
});

describe('event diagnosis', () => {
  const FAILED = "The event couldn't be processed";
  const MALFORMED = 'The event is malformed';
  test.each<[string, unknown, string, RegExp]>([
    ['failed', { member_info: 7 }, FAILED, /^"member_info" is missing or malformed/],
    ['failed', { member_info: { aov: 'x' } }, FAILED, /^"member_info\.aov" is missing/],
    ['failed', {}, FAILED, /^Its data couldn't be stored/],
    ['malformed', 'text', MALFORMED, /^It is not a JSON object/],
    ['malformed', { event_type: 'x', data: {} }, MALFORMED, /^"id" is missing/],
    ['malformed', { id: '1', event_type: 'x' }, MALFORMED, /^"data" is missing/],
    [
      'malformed',
      { id: 'x'.repeat(300), event_type: 'x', data: {} },
      MALFORMED,
      /^Its "id" or "event_type" can't be stored/,
    ],
  ])('explains why an event is %s: %j', (state, data, title, reason) => {
    const diagnosis = diagnoseEvent(event(state, data));
    expect(diagnosis?.title).toBe(title);
    expect(diagnosis?.reason).toMatch(reason);
  });

  test.each(['pending', 'processed', 'a future state'])('finds nothing wrong when %s', (state) => {
    expect(diagnoseEvent(event(state, { member_info: 7 }))).toBeUndefined();
  });
});

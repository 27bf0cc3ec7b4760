import { expect, test } from 'vitest';
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
});

test.each<[string, unknown, string, RegExp]>([
  ['failed', { member_info: 7 }, 'The event failed', /^Its member_info is missing or not/],
  ['failed', { member_info: { aov: 'x' } }, 'The event failed', /^Its member_info\.aov is/],
  ['failed', {}, 'The event failed', /^What it says could not be kept/],
  ['malformed', 'text', 'The event is malformed', /^It is no object/],
  ['malformed', { event_type: 'x', data: {} }, 'The event is malformed', /^Its id is missing/],
  ['malformed', { id: '1', event_type: 'x' }, 'The event is malformed', /^Its data is missing/],
  [
    'malformed',
    { id: 'x'.repeat(300), event_type: 'x', data: {} },
    'The event is malformed',
    /^Its id or its type can't be kept/,
  ],
])('%s, because of %j', (state, data, title, reason) => {
  const problem = diagnoseEvent(event(state, data));
  expect(problem?.title).toBe(title);
  expect(problem?.reason).toMatch(reason);
});

test.each(['pending', 'processed', 'a later one'])('nothing is wrong where it is %s', (state) => {
  expect(diagnoseEvent(event(state, { member_info: 7 }))).toBeUndefined();
});

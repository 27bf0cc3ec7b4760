import { expect, test } from 'vitest';
import type { InboxEvent } from '#contract/gateway/inbox.ts';
import { diagnoseEvent } from './diagnose-event.ts';

const event = (state: string, reason: string | null): InboxEvent => ({
  id: 'E-1',
  event_type: 'event_campaign_entered',
  data: {},
  member_id: null,
  webhook_request_id: '1',
  received_at: '2026-11-21T12:00:00.000Z',
  processed_at: null,
  state,
  reason,
  replays: 0,
  test: false,
});

test.each([
  ['failed', 'It is odd.', 'red', /^It is odd\. Nothing from it was saved\./],
  ['failed', null, 'red', /^Its data couldn't be stored\. Nothing/],
  ['malformed', 'It is odd.', 'red', /^It is odd\. It is stored as received\./],
  ['malformed', null, 'red', /^It is stored as received\./],
  ['processed', 'It is odd.', 'amber', /^It is odd\. Everything else in it is used\.$/],
])(
  'the diagnosis of an event explains that it is %s, with the reason %j',
  (state, reason, tone, text) => {
    const diagnosis = diagnoseEvent(event(state, reason));
    expect(diagnosis?.tone).toBe(tone);
    expect(diagnosis?.text).toMatch(text);
  },
);

test.each(['pending', 'processed', 'a future state'])(
  'the diagnosis of an event finds nothing wrong when it is %s without a reason',
  (state) => {
    expect(diagnoseEvent(event(state, null))).toBeUndefined();
  },
);

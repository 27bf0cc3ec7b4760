import { expect, test } from 'vitest';
import { webhookEventColumns } from '#console/shared/webhooks/webhook-event-columns.tsx';
import type { InboxEvent } from '#contract/gateway/inbox.ts';
import { batchColumns } from './batch-columns.tsx';

const failed: InboxEvent = {
  id: 'a',
  webhook_request_id: '1',
  event_type: 'event_campaign_entered',
  data: { member_info: 7 },
  member_id: null,
  received_at: '2026-11-22T10:00:00Z',
  processed_at: null,
  state: 'failed',
  reason: 'It is odd.',
  replays: 0,
  test: false,
};
const columns = batchColumns(webhookEventColumns(String), {
  openIds: new Set(),
  onToggle: () => {},
});

/** What a batch of events says about what happened. */
const outcomeOf = (...batch: InboxEvent[]) =>
  columns.find(({ id }) => id === 'outcome')?.cell({ ...failed, batch });

test('a batch says what happened in all of its events', () => {
  expect(outcomeOf(failed, failed)).toBe('It is odd.');
  const picnic = { campaign_info: { campaign_name: 'Picnic' } };
  const entered: InboxEvent = { ...failed, state: 'processed', reason: null, data: picnic };
  expect(outcomeOf(entered, entered)).toBe('Picnic');
  expect(outcomeOf(failed, entered)).toBe('Different outcomes');
  const unknown: InboxEvent = { ...entered, event_type: 'event_points_lost' };
  expect(outcomeOf(unknown, unknown)).toBeUndefined();
});

import { expect, test } from 'vitest';
import { eventColumns } from '#console/shared/inbox/event-columns.tsx';
import type { InboxEvent } from '#contract/gateway/inbox.ts';
import { batchColumns, foldBatches } from './inbox-columns.tsx';

function event(id: string, webhook_request_id: string, more: Partial<InboxEvent> = {}): InboxEvent {
  return {
    id,
    webhook_request_id,
    event_type: 'event_campaign_entered',
    data: {},
    member_id: null,
    received_at: '2026-11-22T10:00:00Z',
    processed_at: null,
    state: 'processed',
    reason: null,
    replays: 0,
    test: false,
    ...more,
  };
}
const idsOf = (events: InboxEvent[], openIds: string[] = []) =>
  foldBatches(events, new Set(openIds)).map(({ id }) => id);

test('foldBatches puts three or more events of a request behind one row', () => {
  const batch = [event('a', '1'), event('b', '1'), event('c', '1')];
  expect(idsOf([...batch, event('d', '2'), event('e', '2')])).toEqual(['batch:a', 'd', 'e']);
  expect(foldBatches(batch, new Set())[0]?.batch).toEqual(batch);
});

test('foldBatches shows the events of an open batch below it', () => {
  const batch = [event('a', '1'), event('b', '1'), event('c', '1')];
  expect(idsOf(batch, ['batch:a'])).toEqual(['batch:a', 'a', 'b', 'c']);
});

test('foldBatches keeps events apart that differ in type or state', () => {
  const failed = event('b', '1', { state: 'failed' });
  expect(idsOf([event('a', '1'), failed, event('c', '1')])).toEqual(['a', 'b', 'c']);
});

test('a batch says what happened in all of its events', () => {
  const columns = batchColumns(eventColumns(String), { openIds: new Set(), onToggle: () => {} });
  const failed = event('a', '1', { state: 'failed', reason: 'It is odd.' });
  const outcomeOf = (...batch: InboxEvent[]) =>
    columns.find(({ id }) => id === 'outcome')?.cell({ ...failed, batch });
  expect(outcomeOf(failed, failed)).toBe('It is odd.');
  const entered = event('b', '1', { data: { campaign_info: { campaign_name: 'Picnic' } } });
  expect(outcomeOf(entered, entered)).toBe('Picnic');
  expect(outcomeOf(failed, entered)).toBe('Different outcomes');
  const unknown = event('c', '1', { event_type: 'event_points_lost' });
  expect(outcomeOf(unknown, unknown)).toBeUndefined();
});

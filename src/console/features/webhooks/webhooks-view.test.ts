import { expect, test } from 'vitest';
import {
  filterLabels,
  otherListSearch,
  parseWebhooksView,
  toInboxQuery,
  webhooksSearch,
} from './webhooks-view.ts';

const parse = (search: string) => parseWebhooksView(new URLSearchParams(search));

test.each([
  '',
  'event_type=event_campaign_entered&member_id=M-1&state=failed',
  'since=2026-11-21T00%3A00%3A00.000Z&until=2026-11-22T00%3A00%3A00.000Z',
  'list=requests&verdict=bad_signature',
  'list=requests&member_id=M-1',
  'cursor=17&from=51',
])('the address %j is kept', (search) => {
  expect(webhooksSearch(parse(search))).toBe(search);
});

test.each(['list=all', 'state=odd', 'since=yesterday', 'member_id=+', 'from=7', 'verdict=stale'])(
  'what makes no sense in %j, or is of the other list, is left out',
  (search) => {
    expect(webhooksSearch(parse(search))).toBe('');
  },
);

test('the API is asked by its own names', () => {
  expect(toInboxQuery(parse('list=requests&verdict=stale&cursor=17&from=51'))).toMatchObject({
    verdict: 'stale',
    start_cursor: '17',
    count: 50,
  });
});

test('the other list keeps what it can be filtered by', () => {
  const events = parse('event_type=x&member_id=M-1&state=failed&cursor=9&from=51');
  expect(otherListSearch(events, 'requests')).toBe('list=requests&event_type=x&member_id=M-1');
});

test('filters are told in words', () => {
  expect(filterLabels(parse(''))).toEqual([]);
  expect(
    filterLabels(parse('event_type=event_member_tierupgrade&member_id=M-1&state=pending')),
  ).toEqual(['Type is Tier upgrade', 'Member is M-1', 'State is Waiting']);
  expect(filterLabels(parse('list=requests&verdict=bad_signature'))).toEqual([
    'Verdict is Bad signature',
  ]);
});

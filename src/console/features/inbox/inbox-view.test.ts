import { describe, expect, test } from 'vitest';
import {
  filterLabels,
  inboxSearch,
  otherListSearch,
  parseInboxView,
  toInboxQuery,
} from './inbox-view.ts';

const parse = (search: string) => parseInboxView(new URLSearchParams(search));

describe('inbox view', () => {
  test.each([
    '',
    'event_type=event_campaign_entered&member_id=M-1&state=failed',
    'since=2026-11-21T00%3A00%3A00.000Z&until=2026-11-22T00%3A00%3A00.000Z',
    'list=requests&verdict=bad_signature',
    'list=requests&member_id=M-1',
    'list=requests&verdict=rejected&test=false',
    'cursor=17&from=51',
  ])('round-trips %j', (search) => {
    expect(inboxSearch(parse(search))).toBe(search);
  });

  test.each(['list=all', 'state=odd', 'since=yesterday', 'member_id=+', 'from=7', 'verdict=stale'])(
    'ignores the invalid or inapplicable parameter in %j',
    (search) => {
      expect(inboxSearch(parse(search))).toBe('');
    },
  );

  test('becomes an API query', () => {
    expect(toInboxQuery(parse('list=requests&verdict=stale&cursor=17&from=51'))).toMatchObject({
      verdict: 'stale',
      start_cursor: '17',
      count: 50,
    });
  });

  test('keeps the shared filters in the other list', () => {
    const events = parse('event_type=x&member_id=M-1&state=failed&test=false&cursor=9&from=51');
    expect(otherListSearch(events, 'requests')).toBe(
      'list=requests&event_type=x&member_id=M-1&test=false',
    );
  });

  test('describes its filters', () => {
    expect(filterLabels(parse(''))).toEqual([]);
    expect(
      filterLabels(parse('event_type=event_member_tierupgrade&member_id=M-1&state=pending')),
    ).toEqual(['Type is Tier upgrade', 'Member is M-1', 'Status is Waiting']);
    expect(filterLabels(parse('list=requests&verdict=bad_signature&test=false'))).toEqual([
      'Outcome is Bad signature',
      'Tests are hidden',
    ]);
  });
});

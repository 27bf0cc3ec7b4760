import { expect, test } from 'vitest';
import { listInboxDeliveries, listInboxEvents } from './inbox.ts';
import { startInboxReplay } from './inbox-replays.ts';

test('inbox lists have 50 items by default and accept filters', () => {
  expect(listInboxEvents.query.parse({})).toEqual({ count: 50 });
  expect(
    listInboxDeliveries.query.parse({
      count: '200',
      verdict: 'stale',
      since: '2026-01-31T12:00:00.000Z',
    }),
  ).toEqual({ count: 200, verdict: 'stale', since: '2026-01-31T12:00:00.000Z' });
});

test.each([
  ['count', '201'],
  ['count', '0'],
  ['verdict', 'fine'],
  ['since', '01/31/2026'],
  ['since', '2026-02-30T00:00:00Z'],
  ['until', '2026-01-31T12:00:00'],
  ['until', '2026-13-31T12:00:00Z'],
])('inbox lists reject %s=%s, naming the parameter', (name, value) => {
  expect(listInboxDeliveries.query.safeParse({ [name]: value }).error?.issues[0]?.path).toEqual([
    name,
  ]);
});

test('a replay needs a start time', () => {
  expect(startInboxReplay.body.safeParse({}).error?.issues[0]?.path).toEqual(['since']);
});

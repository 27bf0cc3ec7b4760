import { expect, test } from 'vitest';
import { parseMemberSearch } from './member-search.ts';

test.each([
  ['block jane doe', { verb: 'block', q: 'jane doe' }],
  ['Unblock Jane', { verb: 'reactivate', q: 'Jane' }],
  ['Adjust points of Jane Doe', { verb: 'adjust', q: 'Jane Doe' }],
  ['adjust jane', { verb: 'adjust', q: 'jane' }],
  ['adjust points', { verb: 'adjust', q: 'points' }],
  ['Tag Jane Doe', { verb: 'tag', q: 'Jane Doe' }],
  ['blockley', { q: 'blockley' }],
  ['jane block', { q: 'jane block' }],
])('"%s" is a search for members: %j', (text, expected) => {
  expect(parseMemberSearch(text)).toEqual(expected);
});

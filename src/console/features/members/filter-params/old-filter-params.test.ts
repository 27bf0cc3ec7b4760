import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { membersSearch, parseMembersView } from '#console/features/members/members-view.ts';
import { readFilter } from './filter-params.ts';

const read = (search: string) => readFilter(new URLSearchParams(search));

describe('a link of 0.2.0 or before', () => {
  test.each([
    ['tiers=a,b', { tier: ['a', 'b'] }],
    ['tags=any:vip,new', { tag: ['new', 'vip'] }],
    ['tags=all:vip', { tag_all: ['vip'] }],
    ['tags=none:vip', { tag_none: ['vip'] }],
    ['points=100..500', { points_min: 100, points_max: 500 }],
    ['points=100..', { points_min: 100 }],
    ['points=..500', { points_max: 500 }],
    ['enrolled=last:30', { enrolled_last: 30 }],
    ['enrolled=eq:2026-01-31', { enrolled_from: '2026-01-31', enrolled_to: '2026-01-31' }],
    ['changed=gt:2026-01-31', { changed_from: '2026-02-01' }],
    ['changed=gte:2026-01-31', { changed_from: '2026-01-31' }],
    ['lastPurchase=lt:2026-03-01', { last_purchase_to: '2026-02-28' }],
    ['lastPurchase=lte:2026-03-01', { last_purchase_to: '2026-03-01' }],
    [
      'firstPurchase=between:2026-01-01,2026-01-31',
      { first_purchase_from: '2026-01-01', first_purchase_to: '2026-01-31' },
    ],
    ['status=blocked', { status: ['blocked'] }],
    ['q=jane&similar=include', { q: 'jane', similar: 'include' }],
    ['country=US,DE&preferred_language=de', { country: ['US', 'DE'], language: ['de'] }],
    ['expiring_within=30&has_email=true', { expiring_within: 30, has_email: true }],
    [
      'attribute.size_min=9&attribute.size_max=12.5&attribute.age_min=young&attribute.color=red',
      {
        'attribute.age_min': ['young'],
        'attribute.color': ['red'],
        'attribute_max.size': 12.5,
        'attribute_min.size': 9,
      },
    ],
  ])('%s means the same', (search, filter) => {
    const { filter: parsed, unreadable } = read(search);
    if (parsed.tag) parsed.tag = parsed.tag.toSorted();
    expect(parsed).toEqual(filter);
    expect(unreadable).toEqual([]);
    // Written in the words of today, it stays the same.
    const view = parseMembersView(new URLSearchParams(search));
    expect(parseMembersView(new URLSearchParams(membersSearch(view)))).toEqual(view);
  });

  test.each([
    'tiers=',
    'tags=vip',
    'tags=any:',
    'tags=any:,',
    'tags=some:vip',
    'enrolled=2026-01-31',
    'enrolled=gte:2026-02-30',
    'enrolled=gte:2026-01-01,2026-01-02',
    'enrolled=between:2026-02-01,2026-01-01',
    'changed=near:2026-01-31',
    'changed=last:0',
    'changed=last:3651',
    'changed=last:30,40',
    'points=..',
    'points=-1..5',
  ])('%s names the parameter that cannot be read', (search) => {
    expect(read(search)).toEqual({ filter: {}, unreadable: [search.split('=')[0]] });
  });
});

test('any text of a parameter is read or named', () => {
  const params = fc.constantFrom('tiers', 'tags', 'points', 'enrolled', 'attribute.a_min', 'tag');
  const text = fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^\w{0,7}:[\d,-]{0,24}$/));
  fc.assert(
    fc.property(params, text, (param, value) => {
      const { filter, unreadable } = readFilter(new URLSearchParams([[param, value]]));
      expect(Object.keys(filter).length > 0 || unreadable.includes(param)).toBe(true);
      expect(Object.keys(filter).length > 0 && unreadable.length > 0).toBe(false);
    }),
  );
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { MembersFilter } from '#console/shared/loyalty/filter/members-filter.ts';
import { listMembersQuery } from '#contract/loyalty/members/members.ts';
import { readFilter } from './filter-params/filter-params.ts';
import {
  FIRST_PAGE,
  hasFilters,
  listSearch,
  type MembersView,
  membersRequest,
  membersSearch,
  needsDirectory,
  PAGE_SIZES,
  parseMembersView,
  parseProgramView,
} from './members-view.ts';

const DEFAULT = FIRST_PAGE;
const parse = (search: string) => parseMembersView(new URLSearchParams(search));

describe('parseMembersView', () => {
  test('an empty query string is the default view', () => expect(parse('')).toEqual(DEFAULT));

  test.each([
    'status=deleted',
    'tag=',
    'enrolled_from=2026-02-30',
    'changed_last=0',
    'changed_last=3651',
    'q=a',
    'similar=include',
    'sort=age',
    'tier=',
    'points_min=many',
    'count=7',
    'from=-1',
    'from=101',
    'cursor=',
  ])('ignores the invalid parameter %s', (search) => expect(parse(search)).toEqual(DEFAULT));

  test('keeps valid parameters beside an invalid one', () => {
    expect(parse('status=blocked&count=12')).toEqual({
      ...DEFAULT,
      filter: { status: ['blocked'] },
    });
  });
});

const day = fc
  .date({ min: new Date('1905-01-01'), max: new Date('2999-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const optional = <Value>(values: fc.Arbitrary<Value>) => fc.option(values, { nil: undefined });
const values = fc.uniqueArray(
  fc.string({ minLength: 1, maxLength: 8 }).filter((text) => /^[^\s\0]+$/.test(text)),
  { minLength: 1, maxLength: 3 },
);
/** Filters of each kind, in any order; links have them in the order of their names. */
const filters: fc.Arbitrary<MembersFilter> = fc
  .record(
    {
      'attribute.a_b': values,
      'attribute.age_min': fc.constantFrom<string[]>(['5'], ['5', '6'], ['young']),
      'attribute_min.size': fc.constantFrom(-1.5, 0, 9),
      'attribute_not.color': values,
      birthday_month: fc.constantFrom<('2' | '12')[]>(['2'], ['12', '2']),
      changed_last: fc.integer({ min: 1, max: 3_650 }),
      country_not: values,
      enrolled_from: day,
      enrolled_to: day,
      expiring_month: fc.constant('2027-03'),
      expiring_within: fc.integer({ min: 0, max: 3_650 }),
      has_birthday: fc.boolean(),
      language: values,
      points_min: fc.nat(),
      purchases_max: fc.nat(),
      q: fc
        .string({ minLength: 2 })
        .filter((text) => text.trim().length > 1 && !text.includes('\0')),
      referrer: fc.constant('M-1'),
      revenue_min: fc.constantFrom(0.5, 12),
      status: fc.constantFrom<('active' | 'blocked')[]>(['active'], ['blocked', 'active']),
      tag: values,
      tag_none: values,
      tier: values,
      tier_not: values,
    },
    { requiredKeys: [] },
  )
  .filter(({ enrolled_from: from, enrolled_to: to }) => !from || !to || from <= to);
const views: fc.Arbitrary<MembersView> = fc.record({
  filter: filters,
  sort: optional(fc.constantFrom('name', '-points', 'changed')),
  language: optional(fc.string({ minLength: 1 })),
  cursor: fc.string({ minLength: 1 }),
  from: fc.integer({ min: 1, max: 1_000_000 }),
  count: fc.constantFrom(...PAGE_SIZES),
});

test('membersSearch and parseMembersView round-trip every view', () => {
  fc.assert(
    fc.property(views, (view) => {
      expect(parse(membersSearch(view))).toEqual(view);
    }),
  );
});

test('membersRequest always matches the contract', () => {
  fc.assert(
    fc.property(views, (view) => {
      const { success } = listMembersQuery.safeParse(membersRequest(view));
      expect(success).toBe(true);
    }),
  );
});

test('parseProgramView leaves out what only the directory has', () => {
  const search = new URLSearchParams(
    'q=jane&tier=gold&points_min=1&sort=-points&status=active&state=TX&last_purchase_last=30',
  );
  expect(parseProgramView(search)).toEqual(DEFAULT);
});

test.each([
  ['status=blocked&tag_none=vip&enrolled_last=30&changed_to=2026-01-31', false],
  ['status=blocked,active', true],
  ['status_not=blocked', true],
  ['tag=vip&tag_none=new', true],
  ['tier=gold', true],
  ['q=jane', true],
])('needsDirectory of %s is %s', (search, expected) => {
  expect(needsDirectory(parse(search).filter)).toBe(expected);
});

test('membersRequest has the days of the filter as the program has them', () => {
  const request = (search: string) => membersRequest(parse(search)).enrolment_date;
  expect(request('enrolled_from=2026-01-31')).toBe('{"gte":"01/31/2026"}');
  expect(request('enrolled_to=2026-01-31')).toBe('{"lte":"01/31/2026"}');
  expect(request('enrolled_from=2026-01-30&enrolled_to=2026-01-31')).toBe(
    '{"between":"01/30/2026-01/31/2026"}',
  );
});

test('listSearch keeps the filters and the language, and is never empty', () => {
  expect(listSearch(parse(''))).toBe('list=members');
  expect(listSearch(parse('language=Deutsch'))).toBe('list=members&language=Deutsch');
  expect(listSearch(parse('status=blocked&language=Deutsch'))).toBe(
    'status=blocked&language=Deutsch',
  );
  expect(parse(listSearch(parse('language=Deutsch')))).toEqual(parse('language=Deutsch'));
});

test('hasFilters ignores the language and the defaults', () => {
  expect(hasFilters(DEFAULT)).toBe(false);
  expect(hasFilters(parse('language=Deutsch'))).toBe(false);
  expect(hasFilters(parse('status=blocked'))).toBe(true);
  expect(hasFilters(parse('tag_none=vip'))).toBe(true);
  expect(hasFilters(parse('attribute.color=red'))).toBe(true);
});

test('a link with more filters by attributes than a request can have keeps the first ten', () => {
  const search = Array.from({ length: 12 }, (_, index) => `attribute.a${index}=x`).join('&');
  const { filter, unreadable } = readFilter(new URLSearchParams(search));
  expect(Object.keys(filter)).toHaveLength(10);
  expect(unreadable).toEqual(['attribute.a10', 'attribute.a11']);
});

test('readFilter names the parameters that cannot be read', () => {
  const search =
    'status=gone&state=TX&changed_from=2026-02-01&changed_to=2026-01-01&birthday_month=13&attribute_min.size=big&preferred_language=&language=de';
  expect(readFilter(new URLSearchParams(search)).unreadable).toEqual([
    'status',
    'birthday_month',
    'attribute_min.size',
    'preferred_language',
    'changed_to',
  ]);
});

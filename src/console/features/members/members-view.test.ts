import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DATE_OPERATORS, TAG_MODES } from '#contract/loyalty/members/member-filters.ts';
import { listMembersQuery } from '#contract/loyalty/members/members.ts';
import {
  FIRST_PAGE,
  hasFilters,
  listSearch,
  type MembersView,
  membersRequest,
  membersSearch,
  PAGE_SIZES,
  parseMembersView,
  parseProgramView,
  unreadableFilters,
} from './members-view.ts';
import type { Segment } from './segment.ts';

const DEFAULT = FIRST_PAGE;
const parse = (search: string) => parseMembersView(new URLSearchParams(search));

describe('parseMembersView', () => {
  test('an empty query string is the default view', () => expect(parse('')).toEqual(DEFAULT));

  test.each([
    'status=deleted',
    'tags=vip',
    'tags=any:',
    'tags=some:vip',
    'enrolled=2026-01-31',
    'enrolled=gte:2026-02-30',
    'enrolled=gte:2026-01-01,2026-01-02',
    'enrolled=between:2026-02-01,2026-01-01',
    'changed=near:2026-01-31',
    'changed=last:0',
    'changed=last:3651',
    'changed=last:30,40',
    'q=a',
    'sort=age',
    'tiers=',
    'points=..',
    'points=-1..5',
    'count=7',
    'from=-1',
    'from=101',
    'cursor=',
  ])('ignores the invalid parameter %s', (search) => expect(parse(search)).toEqual(DEFAULT));

  test('keeps valid parameters beside an invalid one', () => {
    expect(parse('status=blocked&count=12')).toEqual({ ...DEFAULT, status: 'blocked' });
  });
});

const days = fc
  .date({ min: new Date('1905-01-01'), max: new Date('2999-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const dates = fc.oneof(
  fc
    .record({ operator: fc.constantFrom(...DATE_OPERATORS), first: days })
    .map(({ operator, first }) => ({ operator, first, last: first })),
  fc.tuple(days, days).map((pair) => {
    const [first = '', last = ''] = pair.sort();
    return { operator: 'between' as const, first, last };
  }),
  fc.record({ operator: fc.constant('last' as const), days: fc.integer({ min: 1, max: 3650 }) }),
);
const tag = fc.stringMatching(/^[^,\s\0](?:[^,\0]{0,8}[^,\s\0])?$/u);
const tags = fc.record({
  mode: fc.constantFrom(...TAG_MODES),
  tags: fc.uniqueArray(tag, { minLength: 1, maxLength: 4 }),
});
const optional = <Value>(values: fc.Arbitrary<Value>) => fc.option(values, { nil: undefined });
const values = fc.uniqueArray(
  fc.string({ minLength: 1, maxLength: 8 }).filter((text) => /^[^\s\0]+$/.test(text)),
  { minLength: 1, maxLength: 3 },
);
/** In the order of their names, as they are read. */
const segments: fc.Arbitrary<Segment> = fc
  .record(
    {
      'attribute.a_b': values,
      'attribute_min.size': fc.constantFrom(-1.5, 0, 9),
      'attribute_not.color': values,
      country_not: values,
      has_birthday: fc.boolean(),
      birthday_month: fc.constantFrom<('2' | '12')[]>(['2'], ['12', '2']),
      expiring_month: fc.constant('2027-03'),
      expiring_within: fc.integer({ min: 0, max: 3_650 }),
      has_email: fc.boolean(),
      language: values,
      purchases_max: fc.nat(),
      referrer: fc.constant('M-1'),
      state: values,
    },
    { requiredKeys: [] },
  )
  .filter((segment) => Object.keys(segment).length > 0);
const views: fc.Arbitrary<MembersView> = fc.record({
  status: optional(fc.constantFrom('active', 'blocked', 'opted_out')),
  q: optional(fc.string({ minLength: 2 }).filter((text) => text.trim().length > 1)),
  sort: optional(fc.constantFrom('name', '-points', 'changed')),
  tiers: optional(
    fc.array(
      fc.string({ minLength: 1 }).filter((id) => !id.includes(',')),
      { minLength: 1 },
    ),
  ),
  points: optional(
    fc.oneof(
      fc.record({ min: fc.nat(), max: optional(fc.nat()) }),
      fc.record({ min: fc.constant(undefined), max: fc.nat() }),
    ),
  ),
  tags: optional(tags),
  enrolled: optional(dates),
  changed: optional(dates),
  lastPurchase: optional(dates),
  firstPurchase: optional(dates),
  segment: optional(segments),
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
    'q=jane&tiers=gold&points=1..2&sort=-points&status=active&state=TX&lastPurchase=last:30',
  );
  expect(parseProgramView(search)).toEqual(DEFAULT);
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
  expect(hasFilters(parse('tags=none:vip'))).toBe(true);
  expect(hasFilters(parse('attribute.color=red'))).toBe(true);
});

test('links of 0.2.0 keep their bounds of attributes', () => {
  const { segment } = parse('attribute.size_min=9&attribute.size_max=12.5&attribute.age_min=young');
  expect(segment).toEqual({
    'attribute.age_min': ['young'],
    'attribute_max.size': 12.5,
    'attribute_min.size': 9,
  });
});

test('an attribute whose name ends like a bound of 0.2.0 keeps its exact value', () => {
  const segment: Segment = { 'attribute.age_min': ['5'] };
  const search = membersSearch({ ...FIRST_PAGE, segment });
  expect(parse(search).segment).toEqual(segment);
});

test('a link with more filters by attributes than a request can have keeps the first ten', () => {
  const search = Array.from({ length: 12 }, (_, index) => `attribute.a${index}=x`).join('&');
  expect(Object.keys(parse(search).segment ?? {})).toHaveLength(10);
  expect(unreadableFilters(new URLSearchParams(search))).toEqual([
    'attribute.a10',
    'attribute.a11',
  ]);
});

test('unreadableFilters names the parameters that cannot be read', () => {
  const search =
    'status=gone&state=TX&birthday_month=13&attribute_min.size=big&preferred_language=';
  expect(unreadableFilters(new URLSearchParams(search))).toEqual([
    'status',
    'preferred_language',
    'birthday_month',
    'attribute_min.size',
  ]);
});

import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MEMBER_STATUSES } from '#contract/loyalty/members/member.ts';
import { DATE_OPERATORS, TAG_MODES, tagFilter } from '#contract/loyalty/members/member-filters.ts';
import {
  createMember,
  deleteMember,
  listMembers,
  updateMember,
} from '#contract/loyalty/members/members.ts';
import { type Client, createClient } from '#services/loyalty/testing/client.ts';
import { createMembersProgram } from '#services/loyalty/testing/members-program.ts';
import { createProgram } from '#services/loyalty/testing/program.ts';
import { startLoyalty, type TestLoyalty } from '#services/loyalty/testing/start-loyalty.ts';
import { propertyRuns } from '#services/platform/testing/fuzz/property-runs.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';

const DAYS = ['2026-01-01', '2026-01-02', '2026-01-31', '2026-02-01'];
const TAGS = ['vip', 'gold', 'émigré', 'a b'];
/** The first and last millisecond of a day and one in between. */
const TIMES = ['00:00:00.000', '12:34:56.789', '23:59:59.999'];

const slashed = (day: string) => `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`;

/** 60 members over all days, times, statuses and sets of tags. */
const MODEL = Array.from({ length: 60 }, (_, n) => ({
  memberId: `M-${n}`,
  status: MEMBER_STATUSES[n % 7 === 0 ? 1 : n % 11 === 0 ? 2 : 0] ?? 'active',
  enrolledAt: new Date(`${DAYS[n % 4]}T${TIMES[n % 3]}Z`),
  modifiedAt: new Date(`${DAYS[(n >> 2) % 4]}T${TIMES[n % 3]}Z`),
  tags: TAGS.filter((_tag, bit) => (n >> bit) & 1),
}));

const dateFilter = fc.oneof(
  fc.record({
    operator: fc.constantFrom(...DATE_OPERATORS.filter((operator) => operator !== 'between')),
    days: fc.constantFrom(...DAYS).map((day) => [day]),
  }),
  fc.record({
    operator: fc.constant('between' as const),
    days: fc.tuple(fc.constantFrom(...DAYS), fc.constantFrom(...DAYS)).map((days) => days.sort()),
  }),
);
type DateChoice = typeof dateFilter extends fc.Arbitrary<infer Choice> ? Choice : never;

const filters = fc.record(
  {
    member_status: fc.constantFrom(...MEMBER_STATUSES),
    enrolment_date: dateFilter,
    last_modified_date: dateFilter,
    member_tags: fc.record({
      mode: fc.constantFrom(...TAG_MODES),
      tags: fc.subarray(TAGS, { minLength: 1 }),
    }),
  },
  { requiredKeys: [] },
);
type Filters = typeof filters extends fc.Arbitrary<infer Choice> ? Choice : never;

function isOn(moment: Date, { operator, days }: DateChoice): boolean {
  const day = moment.toISOString().slice(0, 10);
  const [first = '', last = first] = days;
  const tests = {
    eq: day === first,
    gt: day > first,
    gte: day >= first,
    lt: day < first,
    lte: day <= first,
    between: day >= first && day <= last,
  };
  return tests[operator];
}

function expected({ member_status = 'active', ...filter }: Filters): string[] {
  return MODEL.filter(({ status, enrolledAt, modifiedAt, tags }) => {
    const has = (tag: string) => tags.includes(tag);
    const { mode, tags: wanted = [] } = filter.member_tags ?? {};
    return (
      status === member_status &&
      (!filter.enrolment_date || isOn(enrolledAt, filter.enrolment_date)) &&
      (!filter.last_modified_date || isOn(modifiedAt, filter.last_modified_date)) &&
      (mode !== 'contain_all_of' || wanted.every(has)) &&
      (mode !== 'contain_any_of' || wanted.some(has)) &&
      (mode !== 'contain_none_of' || !wanted.some(has))
    );
  }).map(({ memberId }) => memberId);
}

function toQuery(filter: Filters): Record<string, string> {
  const date = ({ operator, days }: DateChoice) =>
    JSON.stringify({ [operator]: days.map(slashed).join('-') });
  return {
    ...(filter.member_status ? { member_status: filter.member_status } : {}),
    ...(filter.enrolment_date ? { enrolment_date: date(filter.enrolment_date) } : {}),
    ...(filter.last_modified_date ? { last_modified_date: date(filter.last_modified_date) } : {}),
    ...(filter.member_tags ? { member_tags: tagFilter(filter.member_tags) } : {}),
  };
}

describeBothStorages('the list of members', (storage) => {
  let service: TestLoyalty;
  let client: Client;
  let other: Client;

  beforeAll(async () => {
    service = await startLoyalty(storage.storage);
    client = await createMembersProgram(service, MODEL);
    other = await createMembersProgram(service, MODEL.slice(0, 3));
  });
  afterAll(() => service.close());

  const list = async (query: Record<string, string> = {}) =>
    (await client.call(listMembers, { query })).data;

  test('contains only active members of this program', async () => {
    const { members, total, more } = await list();
    expect(members.map(({ member_id }) => member_id)).toEqual(expected({}));
    expect({ total, more }).toEqual({ total: expected({}).length, more: false });
    expect((await other.call(listMembers)).data.total).toBe(2);
  });

  test('contains each match once, in order, with the exact total, for any filters and page size', async () => {
    await fc.assert(
      fc.asyncProperty(filters, fc.integer({ min: 1, max: 40 }), async (filter, count) => {
        const query = { ...toQuery(filter), count: String(count) };
        const matches = expected(filter);
        const seen: string[] = [];
        let cursor: string | undefined;
        let more = true;
        while (more) {
          const page = await list({ ...query, ...(cursor ? { start_cursor: cursor } : {}) });
          expect(page.total).toBe(matches.length);
          expect(page.members.length).toBe(Math.min(count, matches.length - seen.length));
          seen.push(...page.members.map(({ member_id }) => member_id));
          cursor = page.next_cursor;
          more = page.more;
        }
        expect(seen).toEqual(matches);
        const past = await list({ ...query, start_cursor: cursor ?? '' });
        expect(past).toMatchObject({ members: [], more: false, total: matches.length });
      }),
      { numRuns: propertyRuns(60) },
    );
  });

  test('has the same cursor for the same position', async () => {
    expect((await list({ count: '3' })).next_cursor).toBe((await list({ count: '3' })).next_cursor);
  });

  test('accepts enrollment_date as an alias of enrolment_date', async () => {
    const query = { enrollment_date: JSON.stringify({ eq: '01/02/2026' }) };
    const { total } = await list(query);
    expect(total).toBe(
      expected({ enrolment_date: { operator: 'eq', days: ['2026-01-02'] } }).length,
    );
  });

  test('shows members that change during paging at most once, and all others once', async () => {
    const made = await createProgram(storage.db);
    const paging = createClient(service.baseUrl, made.credentials);
    const named = (n: number) => `P-${String(n).padStart(2, '0')}`;
    const create = (n: number) =>
      paging.call(createMember, { body: { member_id: named(n), custom_attributes: '{}' } });
    for (let n = 0; n < 20; n += 1) await create(n);
    const at = (n: number) => ({ params: { member: named(n) }, query: { idParam: 'member_id' } });
    const changes = [
      () => create(20),
      () => paging.call(deleteMember, at(0)),
      () => paging.call(deleteMember, at(19)),
      () => paging.call(updateMember, { ...at(1), body: { first_name: 'Ada' } }),
      () => paging.call(updateMember, { ...at(18), body: { member_status: 'blocked' } }),
      () => create(21),
    ];
    const seen: string[] = [];
    let query: Record<string, string> = { count: '3' };
    for (let more = true; more; ) {
      const { data } = await paging.call(listMembers, { query });
      seen.push(...data.members.map(({ member_id }) => member_id));
      more = data.more;
      query = { count: '3', start_cursor: data.next_cursor };
      await changes.shift()?.();
    }
    // 18 was blocked and 19 deleted before their page was read; 20 and 21 were added after it.
    const expectedNames = [...Array.from({ length: 18 }, (_, n) => n), 20, 21].map(named);
    expect(seen).toEqual(expectedNames);
  });
});

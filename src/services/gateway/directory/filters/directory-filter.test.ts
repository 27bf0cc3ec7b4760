import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { joinList } from '#contract/gateway/filters/filter-values.ts';
import { directoryMembers } from '#services/gateway/directory/directory-members-table.ts';
import { removeMembers } from '#services/gateway/directory/remove-members.ts';
import { member } from '#services/gateway/testing/directory-model.ts';
import {
  type AnyFilter,
  anyFilter,
  anyMembers,
  matches,
  TODAY,
} from '#services/gateway/testing/filter-model.ts';
import { startDirectory, type TestDirectory } from '#services/gateway/testing/start-directory.ts';
import { startProgram, type TestProgram } from '#services/gateway/testing/start-program.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';
import { createTestClock } from '#services/platform/testing/test-clock.ts';

const SEED = 61;

/** Filters by attributes with some values each. */
const attributeQuery = (filters: number, values: number) =>
  Object.fromEntries(
    Array.from({ length: filters }, (_, index) => [
      `attribute.a${index}`,
      Array.from({ length: values }, (_value, number) => `${number}`).join(),
    ]),
  );

function toQuery(filter: AnyFilter): Record<string, string> {
  return Object.fromEntries(
    Object.entries(filter).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? joinList(value) : String(value)]],
    ),
  );
}

describeBothStorages('filters of the member directory', (storage) => {
  let program: TestProgram;
  let directory: TestDirectory;
  beforeAll(async () => {
    program = await startProgram([]);
    const clock = createTestClock(new Date(`${TODAY}T12:00:00Z`));
    directory = await startDirectory(storage.storage, { clock });
    await directory.connect(1, program.url);
    await directory.update();
  });
  afterAll(async () => {
    await directory?.close();
    await program?.close();
  });
  /** Also from the counters. */
  async function clear() {
    const rows = await storage.db
      .select({ serviceId: directoryMembers.serviceId })
      .from(directoryMembers);
    const removals = rows.map((row) => ({ ...row, removedAt: directory.dependencies.clock.now() }));
    await storage.db.transaction((tx) => removeMembers(tx, 1, removals));
    await storage.db.execute('delete from directory_removals');
  }
  async function failsWith(query: Record<string, string>) {
    const response = await directory.call(
      `/teams/1/directory/members?${new URLSearchParams(query)}`,
    );
    const { errors } = (await response.json()) as {
      errors: { detail: string; source: { parameter: string } }[];
    };
    return [response.status, errors[0]?.source.parameter, errors[0]?.detail];
  }

  test('finds and counts what filters of all members in memory find', async () => {
    const seen = { some: 0, none: 0 };
    await fc.assert(
      fc.asyncProperty(
        anyMembers,
        fc.array(anyFilter, { minLength: 12, maxLength: 12 }),
        async (members, filters) => {
          await clear();
          await directory.write(1, members);
          for (const filter of filters) {
            const expected = members.filter((each) => matches(each, filter));
            seen[expected.length > 0 ? 'some' : 'none'] += 1;
            const query = toQuery(filter);
            const [found, { total }, facets] = await Promise.all([
              directory.listIds({ ...query, count: '7' }),
              directory.list({ ...query, count: '1' }),
              directory.facets(query),
            ]);
            const label = JSON.stringify(query);
            expect([...found].sort(), label).toEqual(expected.map((m) => m.member_id).sort());
            expect(total, label).toBe(expected.length);
            const counted = facets.statuses.reduce((sum, { count }) => sum + count, 0);
            expect(counted, label).toBe(expected.length);
          }
        },
      ),
      { numRuns: 12, seed: SEED },
    );
    // Filters that match nothing would prove little.
    expect(seen.some).toBeGreaterThan(seen.none / 2);
  }, 120_000);

  test('counts what takes longer than the page only if asked', async () => {
    await clear();
    const address = { country: 'US', state: '', city: '' };
    const member_tags = ['vip'];
    const members = ['1', '2', '3'].map((id) => member({ member_id: id, address, member_tags }));
    await directory.write(1, [...members, member({ member_id: '4' })]);
    const list = async (query: Record<string, string>) => {
      const { total, more } = await directory.list({ total: 'false', ...query });
      return { total, more };
    };
    const inTwo = { tag: 'vip', count: '2' };
    expect(await list({ ...inTwo, total: 'true' })).toEqual({ total: 3, more: true });
    expect(await list(inTwo)).toEqual({ total: null, more: true });
    const { next_cursor } = await directory.list(inTwo);
    const second = { ...inTwo, start_cursor: next_cursor ?? '' };
    expect(await list(second)).toEqual({ total: null, more: false });
    // All on one page, or known from counters.
    expect(await list({ tag: 'vip' })).toEqual({ total: 3, more: false });
    expect(await list({ count: '2' })).toEqual({ total: 4, more: true });
    expect(await list({ country: 'US,DE', count: '2' })).toEqual({ total: 3, more: true });
    expect(await list({ country_not: 'US', count: '2' })).toEqual({ total: 1, more: false });
    expect(await failsWith({ total: 'no' })).toEqual([400, 'total', expect.any(String)]);
  });

  test('returns the requested fields that a member has', async () => {
    await clear();
    const schedule = [
      { expiration_date: '2026-06-01', points: 5 },
      { expiration_date: '12/24/2026', points: 455 },
    ];
    await directory.write(1, [
      member({
        member_id: 'A',
        revenue: 49.99,
        address: { city: 'Austin' },
        points_expiration_schedule: schedule,
        custom_attributes: { color: 'red', size: 9 },
      }),
      member({ member_id: 'B' }),
    ]);
    const fields = 'revenue,address,next_expiration,custom_attributes.color,gender';
    const { data } = await directory.list({ fields });
    expect(data[0]).toMatchObject({
      member_id: 'A',
      revenue: 49.99,
      address: { city: 'Austin' },
      next_expiration: schedule[1],
      custom_attributes: { color: 'red' },
    });
    expect(Object.keys(data[1] ?? {})).not.toContain('revenue');
    expect((await directory.list()).data[0]).not.toHaveProperty('revenue');
  });

  test('lists attributes and values in use, with the numbers of members', async () => {
    await clear();
    const people = [
      { address: { state: 'TX', country: 'US' }, custom_attributes: { size: 9, likes: ['tea'] } },
      { address: { state: 'TX' }, custom_attributes: { size: 10 } },
      { address: { state: 'OR' }, custom_attributes: { size: 'XL', 'a=b': 'c', gone: null } },
    ];
    await directory.write(
      1,
      people.map((each, index) => member({ member_id: `${index}`, ...each })),
    );
    const read = async (path: string) =>
      ((await (await directory.call(`/teams/1/directory/${path}`)).json()) as { data: unknown })
        .data;
    expect(await read('attributes')).toEqual([
      { key: 'a=b', kind: 'text', members: 1 },
      { key: 'likes', kind: 'list', members: 1 },
      { key: 'size', kind: 'number', members: 3 },
    ]);
    expect(await read('values?field=state')).toEqual([
      { field: 'state', value: 'TX', count: 2 },
      { field: 'state', value: 'OR', count: 1 },
    ]);
    expect(await read('values?q=Tx')).toEqual([{ field: 'state', value: 'TX', count: 2 }]);
    expect(await read('values?field=state&country=US')).toEqual([
      { field: 'state', value: 'TX', count: 1 },
    ]);
    expect(await read('values?field=custom_attributes.size')).toEqual([
      { field: 'custom_attributes.size', value: '10', count: 1 },
      { field: 'custom_attributes.size', value: '9', count: 1 },
      { field: 'custom_attributes.size', value: 'XL', count: 1 },
    ]);
    expect(await read('values?field=custom_attributes.a%3Db&q=C&state=OR')).toEqual([
      { field: 'custom_attributes.a=b', value: 'c', count: 1 },
    ]);
    expect(await read('attributes?count=1&start_cursor=a%3Db')).toEqual([
      { key: 'likes', kind: 'list', members: 1 },
    ]);
    await clear();
    expect(await read('values')).toEqual([]);
  });

  test.each([
    [{ birthday_month: '13' }, 'birthday_month', /Must be one or more of 1, 2/],
    [{ subscription: 'maybe' }, 'subscription', /subscribed, unsubscribed/],
    [{ has_email: 'yes' }, 'has_email', /Must be true or false/],
    [{ last_purchase_from: '2026-02-30' }, 'last_purchase_from', /Must be a day/],
    [{ purchases_min: '1.5' }, 'purchases_min', /Must be an integer/],
    [{ revenue_max: '1e3' }, 'revenue_max', /Must be a number/],
    [{ expiring_within: '-1' }, 'expiring_within', /whole number of days/],
    [{ expiring_month: '2026-13' }, 'expiring_month', /Must be a month/],
    [{ 'attribute.': 'x' }, 'attribute.', /Must name an attribute/],
    [{ 'attribute_min.size': 'big' }, 'attribute_min.size', /Must be a number/],
    [{ 'attribute.size_min': '9' }, 'attribute.size_min', /A bound is attribute_min\.size\./],
    [{ 'attribute.size_max': '9' }, 'attribute.size_max', /A bound is attribute_max\.size\./],
    [{ has_birthday: 'no' }, 'has_birthday', /Must be true or false/],
    [attributeQuery(11, 1), 'attribute.a10', /At most 10 filters by attributes/],
    [attributeQuery(2, 101), 'attribute.a1', /At most 200 values in all filters/],
    [{ color: 'red' }, 'color', /Unknown parameter/],
    [{ fields: 'password' }, 'fields', /Must be fields of a member/],
  ])('rejects %j', async (query, parameter, detail) => {
    expect(await failsWith(query as Record<string, string>)).toEqual([
      400,
      parameter,
      expect.stringMatching(detail),
    ]);
  });
});

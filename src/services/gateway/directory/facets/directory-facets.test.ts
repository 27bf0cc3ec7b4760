import * as fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import type { DirectoryFacets } from '#contract/gateway/directory.ts';
import type { Member } from '#contract/loyalty/members/member.ts';
import { POINT_BOUNDS } from '#services/gateway/directory/counts/directory-counts.ts';
import {
  directoryCounts,
  directoryMembers,
  directoryTiers,
} from '#services/gateway/directory/directory-members-table.ts';
import { removeMembers } from '#services/gateway/directory/remove-members.ts';
import { writeMembers } from '#services/gateway/directory/write-members.ts';
import { member } from '#services/gateway/testing/directory-model.ts';
import { startDirectory, type TestDirectory } from '#services/gateway/testing/start-directory.ts';
import { startProgram, type TestProgram } from '#services/gateway/testing/start-program.ts';
import { expectFigures } from '#services/platform/database/testing/expect-figures.ts';
import { propertyRuns } from '#services/platform/testing/fuzz/property-runs.ts';
import { silentLog } from '#services/platform/testing/silent-log.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';
import { createTestClock } from '#services/platform/testing/test-clock.ts';

describeBothStorages('facets of the member directory', (storage) => {
  afterEach(() => expectFigures(storage.db));
  let program: TestProgram;
  let directory: TestDirectory;
  const clock = createTestClock(new Date('2026-03-15'));
  beforeAll(async () => {
    program = await startProgram([]);
    directory = await startDirectory(storage.storage, { clock });
    for (const teamId of [1, 2]) await directory.connect(teamId, program.url);
    await directory.update();
  });
  beforeEach(clear);
  afterAll(async () => {
    await directory?.close();
    await program?.close();
  });

  async function clear() {
    await storage.db.delete(directoryMembers);
    await storage.db.delete(directoryCounts);
    await storage.db.delete(directoryTiers);
  }

  test('count members and points by tier, status, tag and month', async () => {
    const gold = { tier_info: { loyalty_tier_id: '7', loyalty_tier_name: 'Gold' } };
    await directory.write(1, [
      member({ member_id: 'ada', ...gold, available_points: 100, member_tags: ['vip', 'new'] }),
      member({ member_id: 'bea', ...gold, available_points: 20, member_tags: ['vip'] }),
      member({ member_id: 'cleo', member_status: 'blocked', available_points: 3 }),
    ]);
    expect(await directory.facets()).toMatchObject({
      statuses: [
        { value: 'active', count: 2 },
        { value: 'blocked', count: 1 },
      ],
      tiers: [{ value: '7', name: 'Gold', count: 2, points: 120 }],
      tags: [
        { value: 'vip', count: 2 },
        { value: 'new', count: 1 },
      ],
      points: { total: 123, median: 20 },
    });
    expect((await directory.facets({ status: 'blocked' })).tiers).toEqual([]);
    expect(await directory.facets({ q: 'ada' })).toMatchObject({
      statuses: [{ value: 'active', count: 1 }],
      tiers: [{ value: '7', name: 'Gold', count: 1, points: 100 }],
      tags: [
        { value: 'new', count: 1 },
        { value: 'vip', count: 1 },
      ],
      points: { total: 100, median: 100 },
    });
    expect(await directory.facets({ q: 'nobody' })).toMatchObject({
      statuses: [],
      tags: [],
      points: { total: 0, median: null },
    });
  });

  test('show tiers in the default language, whatever the language of the user; so do members', async () => {
    const tier = (name: string) => ({
      tier_info: { loyalty_tier_id: '7', loyalty_tier_name: name },
    });
    const ada = member({ member_id: 'ada', ...tier('Gold') });
    program.members.set(ada.id, ada);
    await directory.write(1, [ada]);
    program.intercept = (request) =>
      request.includes('language=de')
        ? { status: 200, body: { data: { ...program.members.get(ada.id), ...tier('GOLD (de)') } } }
        : undefined;
    onTestFinished(() => {
      program.intercept = () => undefined;
    });
    const path = `/teams/1/loyalty/v2/loyalty/members/${ada.id}?language=de`;
    expect((await directory.call(path)).status).toBe(200);
    expect((await directory.facets()).tiers).toMatchObject([{ name: 'Gold' }]);

    program.members.set(ada.id, { ...ada, first_name: 'Augusta' });
    const headers = { 'content-type': 'application/json' };
    const changed = await directory.call(path, { method: 'POST', headers, body: '{}' });
    expect(changed.status).toBe(200);
    expect((await directory.facets()).tiers).toMatchObject([{ name: 'Gold' }]);
    expect((await directory.list()).data).toMatchObject([{ first_name: 'Augusta' }]);
  });

  test('show the newest name of a tier that was renamed; so do members', async () => {
    const tier = (loyalty_tier_name: string) => ({
      tier_info: { loyalty_tier_id: '7', loyalty_tier_name },
    });
    await directory.write(1, [
      member({ member_id: 'ada', ...tier('Gold') }),
      member({ member_id: 'bea', ...tier('Gold') }),
    ]);
    const readAt = clock.now();
    clock.advance(1);
    await directory.write(1, [member({ member_id: 'bea', ...tier('Platinum') })]);
    // A page that was requested before.
    const members = [member({ member_id: 'cleo', ...tier('Gold') })];
    await storage.db.transaction((tx) => writeMembers(tx, 1, [{ members, readAt }], silentLog));
    expect((await directory.facets()).tiers).toMatchObject([{ name: 'Platinum', count: 3 }]);
    const { data } = await directory.list();
    expect(data.map((each) => each.tier?.name)).toEqual(['Platinum', 'Platinum', 'Platinum']);
  });

  test('are those of the members after any additions, changes and removals', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(anyMember, { minLength: 1, maxLength: 4 }), { maxLength: 4 }),
        fc.array(
          anyMember.map(({ id }) => id),
          { maxLength: 2 },
        ),
        fc.array(anyFilter, { minLength: 1, maxLength: 4 }),
        async (writes, removed, filters) => {
          await clear();
          clock.advance(1);
          const members = new Map<string, Member>();
          for (const some of writes) {
            await directory.write(1, some);
            await directory.write(2, some.slice(0, 1));
            for (const each of some) members.set(each.id, each);
          }
          const removedAt = clock.now();
          await storage.db.transaction((tx) =>
            removeMembers(
              tx,
              1,
              removed.map((serviceId) => ({ serviceId, removedAt })),
            ),
          );
          for (const serviceId of removed) members.delete(serviceId);
          for (const filter of [{}, ...filters]) {
            expect(await directory.facets(filter)).toEqual(facetsOf([...members.values()], filter));
          }
        },
      ),
      { numRuns: propertyRuns(30) },
    );
  }, 60_000);
});

type Filter = Record<string, string>;

/** What the facets of these members are, without a database. */
function facetsOf(all: readonly Member[], filter: Filter): unknown {
  const members = all.filter(
    (each) =>
      (filter.status ?? each.member_status ?? '').split(',').includes(each.member_status ?? '') &&
      (!filter.tier || filter.tier.split(',').includes(tierOf(each) ?? '')) &&
      (!filter.tag || (each.member_tags ?? []).includes(filter.tag)) &&
      pointsOf(each) >= Number(filter.points_min ?? Number.NEGATIVE_INFINITY) &&
      pointsOf(each) <= Number(filter.points_max ?? Number.POSITIVE_INFINITY),
  );
  const points = members.map(pointsOf).sort((a, b) => a - b);
  const middle = [points[Math.ceil(points.length / 2) - 1], points[Math.floor(points.length / 2)]];
  const count = (values: readonly (string | undefined)[]) => {
    const distinct = [...new Set(values)].filter((value) => value !== undefined);
    return distinct
      .map((value) => ({ value, count: values.filter((each) => each === value).length }))
      .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
  };
  const months = members.map(({ enrollment_date }) => enrollment_date?.slice(0, 7));
  return {
    statuses: count(members.map(({ member_status }) => member_status)),
    tiers: count(members.map(tierOf)).map(({ value, count }) => ({
      value,
      count,
      name: `Tier ${value}`,
      points: members
        .filter((each) => tierOf(each) === value)
        .reduce((sum, each) => sum + pointsOf(each), 0),
    })),
    tags: count(members.flatMap(({ member_tags }) => member_tags ?? [])),
    enrolled_months: expect.arrayContaining(
      MONTHS.map((value) => ({ value, count: months.filter((each) => each === value).length })),
    ) as DirectoryFacets['enrolled_months'],
    points: {
      total: points.reduce((sum, each) => sum + each, 0),
      median: points.length === 0 ? null : ((middle[0] ?? 0) + (middle[1] ?? 0)) / 2,
    },
  };
}

const pointsOf = (each: Member) => each.available_points ?? 0;
const tierOf = (each: Member) => each.tier_info?.loyalty_tier_id ?? undefined;

/** Within the months that the facets show. */
const MONTHS = ['2025-12', '2026-01'];
const anyPoints = fc.oneof(
  fc.constantFrom(...POINT_BOUNDS.slice(0, 20)),
  fc.constantFrom(...POINT_BOUNDS.slice(0, 20)).map((bound) => bound - 1),
  fc.integer({ min: -5, max: 600 }),
);
const anyTag = fc.constantFrom('new', 'vip', 'b2b');
const anyTier = fc.constantFrom('1', '2');
const anyStatus = fc.constantFrom('active', 'blocked', 'opted_out');

const anyMember: fc.Arbitrary<Member> = fc
  .record({
    member_id: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
    member_status: anyStatus,
    available_points: anyPoints,
    member_tags: fc.uniqueArray(anyTag, { maxLength: 2 }),
    month: fc.constantFrom(...MONTHS),
    tier: fc.option(anyTier),
  })
  .map(({ month, tier, ...given }) =>
    member({
      ...given,
      enrollment_date: `${month}-05T00:00:00Z`,
      ...(tier && { tier_info: { loyalty_tier_id: tier, loyalty_tier_name: `Tier ${tier}` } }),
    }),
  );

const anyFilter: fc.Arbitrary<Filter> = fc.record(
  {
    status: fc.uniqueArray(anyStatus, { minLength: 1 }).map((values) => values.join(',')),
    tier: anyTier,
    tag: anyTag,
    points_min: anyPoints.map(String),
    points_max: anyPoints.map(String),
  },
  { requiredKeys: [] },
);

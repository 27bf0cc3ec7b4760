import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DirectoryMember } from '#contract/gateway/directory.ts';
import { startDirectory, type TestDirectory } from '#services/gateway/testing/start-directory.ts';
import { addMembers, addTiers, createProgram } from '#services/loyalty/testing/program.ts';
import { startLoyalty, type TestLoyalty } from '#services/loyalty/testing/start-loyalty.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';

const STATUSES = ['active', 'blocked', 'opted_out'] as const;
const TOTAL = 60;

describeBothStorages('member directory of our loyalty service', (storage) => {
  let loyalty: TestLoyalty;
  let directory: TestDirectory;
  let tierIds: string[];
  beforeAll(async () => {
    loyalty = await startLoyalty(storage.storage);
    const { program, credentials } = await createProgram(storage.db);
    const tiers = await addTiers(storage.db, program.id, { Gold: 100, Silver: 10 });
    tierIds = tiers.map(({ serviceId }) => serviceId);
    await addMembers(
      storage.db,
      program.id,
      Array.from({ length: TOTAL }, (_, index) => ({
        memberId: `M-${index}`,
        // Several with the same sort key, and one without a name.
        firstName: index === 7 ? '' : `${'ÉBÄd'[index % 4]}va`,
        status: STATUSES[index % 3] ?? 'active',
        tierId: index % 2 === 0 ? (tiers[index % 4 === 0 ? 0 : 1]?.id ?? null) : null,
        availablePoints: (index * 7) % 11,
        tags: [['vip'], ['vip', 'new'], []][index % 3] ?? [],
        enrolledAt: new Date(Date.UTC(2026, index % 3, 1 + (index % 5), 23, 30)),
        modifiedAt: new Date(Date.UTC(2026, 2, 1 + (index % 9))),
      })),
    );
    directory = await startDirectory(storage.storage, { clock: loyalty.clock });
    await directory.connect(1, loyalty.baseUrl, credentials);
    await directory.update();
  });
  afterAll(async () => {
    await directory?.close();
    await loyalty?.close();
  });

  test('an item has the fields of the contract', async () => {
    const { data } = await directory.list({ q: 'M-4' });
    const four = data.find(({ member_id }) => member_id === 'M-4');
    expect(four).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      member_id: 'M-4',
      first_name: 'Éva',
      last_name: '',
      email_address: '',
      phone_number: '',
      member_status: 'blocked',
      tier: { id: tierIds[0], name: 'Gold' },
      available_points: 28 % 11,
      member_tags: ['vip', 'new'],
      enrollment_date: '2026-02-05T23:30:00.000Z',
      last_modified_date: '2026-03-05T00:00:00.000Z',
    });
  });

  test.each(['name', 'points', 'enrolled', 'changed'])(
    'sorts by %s over all pages',
    async (sort) => {
      const keys: Record<string, (member: DirectoryMember) => string | number> = {
        name: (member) =>
          (member.first_name || member.member_id)
            .normalize('NFKD')
            .replace(/\p{M}/gu, '')
            .toLowerCase(),
        points: (member) => member.available_points,
        enrolled: (member) => member.enrollment_date ?? '',
        changed: (member) => member.last_modified_date ?? '',
      };
      const all = (await directory.list({ count: '200' })).data;
      const keyOf = new Map(all.map((member) => [member.member_id, keys[sort]?.(member) ?? '']));
      for (const direction of ['', '-']) {
        const ids = await directory.listIds({ sort: `${direction}${sort}`, count: '7' });
        expect(new Set(ids).size).toBe(TOTAL);
        const found = ids.map((id) => keyOf.get(id) ?? '');
        const sorted = [...found].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
        expect(found).toEqual(direction === '-' ? sorted.reverse() : sorted);
      }
    },
  );

  const filters: [Record<string, string>, (index: number) => boolean][] = [
    [{}, () => true],
    [{ status: 'blocked,opted_out' }, (index) => index % 3 > 0],
    [{ tag: 'new,unknown' }, (index) => index % 3 === 1],
    [{ tag: 'vip', status: 'active' }, (index) => index % 3 === 0],
    [{ tag_all: 'vip,new' }, (index) => index % 3 === 1],
    [{ tag_all: 'vip,unknown' }, () => false],
    [{ tag_none: 'new,unknown' }, (index) => index % 3 !== 1],
    [{ tag: 'vip', tag_none: 'new' }, (index) => index % 3 === 0],
    [{ changed_from: '2026-03-08' }, (index) => index % 9 >= 7],
    [
      { changed_from: '2026-03-02', changed_to: '2026-03-03', q: 'eva' },
      (index) => index % 4 === 0 && [1, 2].includes(index % 9),
    ],
    [{ points_min: '3', points_max: '5' }, (index) => [3, 4, 5].includes((index * 7) % 11)],
    [
      { enrolled_from: '2026-02-02', enrolled_to: '2026-02-03' },
      (index) => index % 3 === 1 && [1, 2].includes(index % 5),
    ],
    [{ q: 'eva', points_max: '4' }, (index) => index % 4 === 0 && (index * 7) % 11 <= 4],
    [{ status: 'active', points_min: '100' }, () => false],
  ];
  test.each(filters)('lists and counts the members with %j', async (query, isMatch) => {
    const expected = Array.from({ length: TOTAL }, (_, index) => index).filter(isMatch);
    const ids = await directory.listIds({ ...query, count: '9' });
    expect([...ids].sort()).toEqual(expected.map((index) => `M-${index}`).sort());
    expect((await directory.list(query)).total).toBe(expected.length);

    const facets = await directory.facets(query);
    const points = expected.map((index) => (index * 7) % 11).sort((a, b) => a - b);
    const middle = [
      points[Math.ceil(points.length / 2) - 1],
      points[Math.floor(points.length / 2)],
    ];
    expect(facets.points).toEqual({
      total: points.reduce((sum, each) => sum + each, 0),
      median: points.length === 0 ? null : ((middle[0] ?? 0) + (middle[1] ?? 0)) / 2,
    });
    const countOf = (isIn: (index: number) => boolean) => expected.filter(isIn).length;
    const byValue = (values: { value: string; count: number }[]) =>
      Object.fromEntries(values.map(({ value, count }) => [value, count]));
    const nonZero = (counts: Record<string, number>) =>
      Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
    expect(byValue(facets.statuses)).toEqual(
      nonZero({
        active: countOf((index) => index % 3 === 0),
        blocked: countOf((index) => index % 3 === 1),
        opted_out: countOf((index) => index % 3 === 2),
      }),
    );
    expect(byValue(facets.tiers)).toEqual(
      nonZero({
        [tierIds[0] ?? '']: countOf((index) => index % 4 === 0),
        [tierIds[1] ?? '']: countOf((index) => index % 4 === 2),
      }),
    );
    expect(byValue(facets.tags)).toEqual(
      nonZero({
        vip: countOf((index) => index % 3 < 2),
        new: countOf((index) => index % 3 === 1),
      }),
    );
    expect(facets.enrolled_months).toHaveLength(24);
    expect(facets.enrolled_months.slice(-4)).toEqual([
      { value: '2025-12', count: 0 },
      ...['2026-01', '2026-02', '2026-03'].map((value, month) => ({
        value,
        count: countOf((index) => index % 3 === month),
      })),
    ]);
  });

  test('filters by tier and names it', async () => {
    const ids = await directory.listIds({ tier: tierIds[1] ?? '' });
    expect(ids).toHaveLength(TOTAL / 4);
    expect((await directory.facets()).tiers).toContainEqual({
      value: tierIds[0],
      name: 'Gold',
      count: TOTAL / 4,
      points: expect.any(Number),
    });
  });

  test.each([
    ['q=x', 'q'],
    ['q=%20x%20', 'q'],
    ['q=', 'q'],
    [`q=${'x'.repeat(201)}`, 'q'],
    ['status=deleted', 'status'],
    ['points_min=many', 'points_min'],
    ['enrolled_from=2026-02-30', 'enrolled_from'],
    ['enrolled_to=01/31/2026', 'enrolled_to'],
    ['changed_from=yesterday', 'changed_from'],
    ['sort=age', 'sort'],
    ['sort=relevance', 'sort'],
    ['count=201', 'count'],
    ['start_cursor=forged', 'start_cursor'],
    ['unknown=1', 'unknown'],
    ['q=ab&q=cd', 'q'],
  ])('%s is rejected', async (query, parameter) => {
    const response = await directory.call(`/teams/1/directory/members?${query}`);
    expect(response.status).toBe(400);
    expect(response.headers.get('content-type')).toBe('application/vnd.api+json');
    expect(await response.json()).toMatchObject({ errors: [{ source: { parameter } }] });
  });

  test('has adjusted points before the response', async () => {
    const adjust = (points: number) =>
      directory.call('/teams/1/points/M-7', {
        method: 'POST',
        body: JSON.stringify({ points, reason: 'Goodwill' }),
        headers: { 'content-type': 'application/json' },
      });
    const pointsOf = async () => {
      const { data } = await directory.list({ q: 'M-7' });
      return data.find(({ member_id }) => member_id === 'M-7')?.available_points;
    };
    const before = (await pointsOf()) ?? 0;
    expect((await adjust(777)).status).toBe(200);
    expect(await pointsOf()).toBe(before + 777);
    expect((await adjust(-777)).status).toBe(200);
    expect(await pointsOf()).toBe(before);
  });

  test('a cursor is only valid for the sort that it comes from', async () => {
    const { next_cursor } = await directory.list({ count: '1' });
    const query = new URLSearchParams({ start_cursor: next_cursor ?? '', sort: 'points' });
    expect((await directory.call(`/teams/1/directory/members?${query}`)).status).toBe(400);
  });

  test('reading needs teams:read in the team', async () => {
    directory.users.set('webhooks', { teamIds: [1], scopes: ['webhooks:read'], canWrite: true });
    directory.users.set('other', { teamIds: [2], scopes: ['teams:read'], canWrite: true });
    for (const path of ['members', 'facets']) {
      const status = async (token: string) =>
        (await directory.call(`/teams/1/directory/${path}`, { token })).status;
      expect(await status('webhooks')).toBe(403);
      expect(await status('other')).toBe(403);
      expect(await status('nobody')).toBe(401);
    }
  });
});

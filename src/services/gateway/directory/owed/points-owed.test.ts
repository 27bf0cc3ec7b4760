import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { PointsOwed } from '#contract/gateway/points/points-owed.ts';
import type { Member } from '#contract/loyalty/members/member.ts';
import {
  directoryCounts,
  directoryMembers,
} from '#services/gateway/directory/directory-members-table.ts';
import { removeMembers } from '#services/gateway/directory/remove-members.ts';
import { member } from '#services/gateway/testing/directory-model.ts';
import { startDirectory, type TestDirectory } from '#services/gateway/testing/start-directory.ts';
import { startProgram, type TestProgram } from '#services/gateway/testing/start-program.ts';
import { auditEvents } from '#services/platform/audit/audit-events-table.ts';
import { propertyRuns } from '#services/platform/testing/fuzz/property-runs.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';
import { createTestClock } from '#services/platform/testing/test-clock.ts';

describeBothStorages('points owed', (storage) => {
  let program: TestProgram;
  let directory: TestDirectory;
  const clock = createTestClock(new Date('2026-03-15'));
  beforeAll(async () => {
    program = await startProgram([]);
    directory = await startDirectory(storage.storage, { clock });
    for (const teamId of [1, 2]) await directory.connect(teamId, program.url);
    await directory.update();
    directory.users.set('viewer', { teamIds: [1], scopes: ['teams:read'], canWrite: false });
  });
  beforeEach(clear);
  afterAll(async () => {
    await directory?.close();
    await program?.close();
  });

  async function clear() {
    await storage.db.delete(directoryMembers);
    await storage.db.delete(directoryCounts);
  }

  async function read(filter: Record<string, string> = {}): Promise<PointsOwed> {
    const path = `/teams/1/directory/points-owed?${new URLSearchParams(filter)}`;
    const response = await directory.call(path);
    expect(response.status).toBe(200);
    return ((await response.json()) as { data: PointsOwed }).data;
  }

  test('are added up by the month in which they expire, over another loyalty service', async () => {
    await directory.write(1, [
      member({
        member_id: 'ada',
        available_points: 100,
        pending_points: 7,
        lifetime_points_earned: 150,
        lifetime_points_expired: 50,
        points_expiration_schedule: [
          { expiration_date: '03/31/2026', points: 10 },
          { expiration_date: '2026-03-31T23:30:00-02:00', points: 20 },
          { expiration_date: '02/28/2028', points: 5 },
          { expiration_date: '03/01/2028', points: 3 },
        ],
      }),
      member({
        member_id: 'bea',
        available_points: 40,
        lifetime_points_earned: 50,
        points_expiration_schedule: [
          { expiration_date: '03/01/2026', points: 15 },
          { expiration_date: 'soon', points: 2 },
        ],
      }),
      member({ member_id: 'cleo', points_expiration_schedule: null }),
    ]);
    const owed = await read();
    expect(owed).toMatchObject({
      available: 140,
      pending: 7,
      later: 3,
      without_expiry: 87,
      expired_share: 0.25,
      point_value: null,
    });
    expect(owed).not.toHaveProperty('statement');
    expect(owed.expiring).toHaveLength(24);
    expect(owed.expiring.filter(({ points }) => points > 0)).toEqual([
      { month: '2026-03', points: 25, members: 2 },
      { month: '2026-04', points: 20, members: 1 },
      { month: '2028-02', points: 5, members: 1 },
    ]);
    for (const { month, members } of owed.expiring) {
      const { total } = await directory.list({ expiring_month: month });
      expect([month, total]).toEqual([month, members]);
    }
    expect(await directory.listIds({ expiring_month: '2026-04' })).toEqual(['ada']);
    // Its points are overdue.
    expect(await directory.listIds({ expiring_month: '2026-03' })).toEqual(['ada', 'bea']);
  });

  test('are those of the members after any additions, changes and removals', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(anyMember, { minLength: 1, maxLength: 4 }), { maxLength: 4 }),
        fc.array(anyMember, { maxLength: 2 }),
        async (writes, removed) => {
          await clear();
          clock.advance(1);
          const members = new Map<string, Member>();
          for (const some of writes) {
            await directory.write(1, some);
            await directory.write(2, some.slice(0, 1));
            for (const each of some) members.set(each.id, each);
          }
          const removals = removed.map(({ id }) => ({ serviceId: id, removedAt: clock.now() }));
          await storage.db.transaction((tx) => removeMembers(tx, 1, removals));
          for (const { id } of removed) members.delete(id);
          for (const filter of FILTERS) {
            expect(await read(filter)).toMatchObject(owedTo([...members.values()], filter));
            const april = { ...filter, expiring_month: '2026-04' };
            const ids = await directory.listIds(april);
            expect((await directory.list({ ...april, count: '1' })).total).toBe(ids.length);
          }
        },
      ),
      { numRuns: propertyRuns(25) },
    );
  }, 60_000);

  test('can be downloaded as CSV', async () => {
    await directory.write(1, [
      member({
        member_id: 'ada',
        available_points: 30,
        points_expiration_schedule: [{ expiration_date: '04/30/2026', points: 10 }],
      }),
    ]);
    const response = await directory.call('/teams/1/directory/points-owed.csv', {
      token: 'viewer',
    });
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const lines = (await response.text()).split('\r\n');
    expect(lines).toHaveLength(28);
    expect(lines.slice(0, 3)).toEqual(['month,points,members', '2026-03,0,0', '2026-04,10,1']);
    expect(lines.slice(-3)).toEqual(['later,0,', 'without_expiry,20,', '']);
    const statement = await directory.call('/teams/1/directory/points-owed/statement.csv');
    expect(statement.status).toBe(404);
  });

  test('leave an event of each download, with the names of the filters', async () => {
    const download = async (query: string, token = 'viewer') =>
      (await directory.call(`/teams/1/directory/points-owed.csv${query}`, { token })).status;
    await storage.db.delete(auditEvents);
    expect(await download('')).toBe(200);
    expect(await download('?q=ada%40example.com&tag=vip')).toBe(200);
    expect(await download('?points_min=x')).toBe(400);
    const events = await storage.db.select().from(auditEvents).orderBy(auditEvents.id);
    expect(events).toMatchObject([
      { action: 'points_owed.download', teamId: 1, subjectName: 'Points owed', changes: [] },
      { action: 'points_owed.download', changes: [{ field: 'filters', after: ['q', 'tag'] }] },
    ]);
  });

  test('are shown with the value that the team gives a point', async () => {
    const set = (body: unknown, token = 'all') =>
      directory.call('/teams/1/directory/point-value', {
        method: 'PATCH',
        token,
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      });
    const value = { amount: 0.0125, currency: 'EUR' };
    expect((await set(value, 'viewer')).status).toBe(403);
    expect((await set({ amount: -1, currency: 'EUR' })).status).toBe(422);
    expect((await set({ amount: 1, currency: 'euro' })).status).toBe(422);
    expect(await (await set(value)).json()).toEqual({ data: value });
    expect((await set({ ...value, amount: 0.02 })).status).toBe(200);
    expect((await read()).point_value).toEqual({ ...value, amount: 0.02 });
    const events = await storage.db.select().from(auditEvents);
    expect(events.filter(({ action }) => action === 'point_value.update')).toMatchObject([
      { teamId: 1, changes: [{ field: 'amount', after: 0.0125 }, { field: 'currency' }] },
      { teamId: 1, changes: [{ field: 'amount', before: 0.0125, after: 0.02 }] },
    ]);
  });
});

/** What is owed to these members with a filter, without a database. */
function owedTo(all: readonly Member[], { status, tag, points_min: min }: Record<string, string>) {
  const members = all.filter(
    (each) =>
      (status === undefined || each.member_status === status) &&
      (tag === undefined || each.member_tags?.includes(tag)) &&
      (each.available_points ?? 0) >= Number(min ?? Number.NEGATIVE_INFINITY),
  );
  const schedule = members.flatMap((each) => each.points_expiration_schedule ?? []);
  const sumOf = (points: readonly (number | undefined)[]) =>
    points.reduce<number>((sum, each) => sum + (each ?? 0), 0);
  const expiring = (month: string) =>
    sumOf(
      schedule
        .filter(({ expiration_date: date = '' }) => date.startsWith(month))
        .map(({ points }) => points),
    );
  const available = sumOf(members.map((each) => each.available_points));
  return {
    available,
    pending: sumOf(members.map((each) => each.pending_points)),
    expiring: expect.arrayContaining([
      expect.objectContaining({ month: '2026-03', points: expiring('2026-03') }),
      expect.objectContaining({ month: '2026-04', points: expiring('2026-04') }),
    ]),
    without_expiry: Math.max(0, available - sumOf(schedule.map(({ points }) => points))),
  };
}

const FILTERS = [{}, { status: 'active' }, { tag: 'vip' }, { points_min: '7' }] satisfies Record<
  string,
  string
>[];

const anyMember: fc.Arbitrary<Member> = fc
  .record({
    member_id: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    member_status: fc.constantFrom('active', 'blocked'),
    member_tags: fc.subarray(['vip', 'new']),
    available_points: fc.integer({ min: -5, max: 600 }),
    pending_points: fc.nat(9),
    points_expiration_schedule: fc.array(
      fc.record({
        expiration_date: fc.constantFrom('2026-03-20', '2026-03-31', '2026-04-01'),
        points: fc.nat(50),
      }),
      { maxLength: 3 },
    ),
  })
  .map((given) => member(given));

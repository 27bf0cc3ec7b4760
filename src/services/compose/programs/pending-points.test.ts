import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { deleteMember } from '#contract/loyalty/members/members.ts';
import type { PendingPoints } from '#contract/program/program.ts';
import { connectTeam } from '#services/compose/connect-team.ts';
import { loyaltyConnections } from '#services/gateway/loyalty/loyalty-connections-table.ts';
import { startGateway, type TestGateway } from '#services/gateway/testing/start-gateway.ts';
import { members } from '#services/loyalty/members/members-table.ts';
import { earnActivity } from '#services/loyalty/points/earn-activity.ts';
import { pointTransactions } from '#services/loyalty/points/point-transactions-table.ts';
import { settlePending } from '#services/loyalty/points/settle-pending.ts';
import { type Program, programs } from '#services/loyalty/programs/programs-table.ts';
import { createClient } from '#services/loyalty/testing/client.ts';
import { addActivity, addMembers, createProgram } from '#services/loyalty/testing/program.ts';
import { startLoyalty, type TestLoyalty } from '#services/loyalty/testing/start-loyalty.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';
import { createProgramManagement } from './program-management.ts';

interface Page {
  data: PendingPoints[];
  total: number;
  next_cursor: string | null;
  more: boolean;
}

const path = '/teams/1/program/pending';

describeBothStorages('points that wait for approval (decisions.md, 62)', (store) => {
  let loyalty: TestLoyalty;
  let gateway: TestGateway;
  let program: Program;
  let other: Program;
  let credentials: Record<string, string>;

  beforeAll(async () => {
    loyalty = await startLoyalty(store.storage);
    const { dependencies, clock, baseUrl } = loyalty;
    gateway = await startGateway(store.storage, {
      clock,
      encryption: dependencies.encryption,
      servesLoyalty: true,
      loyaltyBaseUrl: baseUrl,
      programs: createProgramManagement({
        ...dependencies,
        allowPrivateAddresses: false,
        ownOrigin: 'https://patron.test',
      }),
    });
    gateway.users.set('viewer', { teamIds: [1], scopes: ['teams:read'], canWrite: false });
    gateway.users.set('two', { teamIds: [2], scopes: ['teams:read'], canWrite: false });
  });
  afterAll(async () => {
    await gateway?.close();
    await loyalty?.close();
  });
  beforeEach(async () => {
    await store.db.delete(loyaltyConnections);
    await store.db.delete(programs);
    const created = await createProgram(store.db);
    ({ program, credentials } = created);
    ({ program: other } = await createProgram(store.db));
    const connection = {
      db: store.db,
      encryption: loyalty.dependencies.encryption,
      publicUrl: 'https://patron.test',
    };
    await connectTeam(connection, 1, program);
    for (const { id } of [program, other]) {
      await addMembers(store.db, id, [
        { memberId: 'M-1', firstName: 'Ada', lastName: 'Marsh' },
        { memberId: 'M-10' },
        { memberId: 'm-1' },
      ]);
      await addActivity(store.db, id, {
        activityId: 'review',
        approvalMethod: 'manual',
        pointsConfig: { points_computation_type: 'multiplier_based', multiplier: 10 },
      });
      await addActivity(store.db, id, { activityId: 'visit' });
    }
  });

  const earn = (of: Program, memberId: string, activityId: string, quantity: number) => {
    loyalty.clock.advance(1);
    const now = loyalty.clock.now();
    return store.db.transaction((tx) =>
      earnActivity(tx, of, { memberId, activityId, quantity }, now),
    );
  };
  const settle = async (memberId: string, approved: boolean) => {
    const rows = await store.db.select().from(members).where(eq(members.programId, program.id));
    const id = rows.find((row) => row.memberId === memberId)?.id ?? 0;
    await store.db.transaction((tx) =>
      settlePending(tx, program, { memberId: id, approved }, loyalty.clock.now()),
    );
  };
  const read = async (query = '') => {
    const response = await gateway.call(`${path}${query}`, { token: 'viewer' });
    expect(response.status).toBe(200);
    return (await response.json()) as Page;
  };
  const summary = ({ data }: Page) => data.map(({ member, points }) => [member.member_id, points]);

  test('are listed for everybody of the team, newest first, with member and activity', async () => {
    await earn(program, 'M-1', 'review', 1);
    const since = loyalty.clock.now().toISOString();
    await earn(program, 'M-10', 'review', 3);
    await earn(program, 'M-1', 'visit', 1);
    const page = await read();
    expect(page).toMatchObject({ total: 2, next_cursor: null, more: false });
    expect(page.data).toMatchObject([
      { member: { member_id: 'M-10', name: null }, points: 30 },
      {
        id: expect.stringMatching(/^\d+$/),
        member: { id: expect.any(String), member_id: 'M-1', name: 'Ada Marsh' },
        points: 10,
        activity: { id: 'review', name: 'review' },
        since,
      },
    ]);
    expect((await gateway.call('/teams/2/program/pending', { token: 'two' })).status).toBe(404);
    expect((await gateway.call(path, { token: 'two' })).status).toBe(403);
  });

  test('are those that are neither approved nor rejected, of this program only', async () => {
    for (const memberId of ['M-1', 'M-10', 'm-1']) {
      await earn(program, memberId, 'review', 1);
      await earn(other, memberId, 'review', 5);
    }
    await settle('M-1', true);
    await settle('M-10', false);
    await earn(program, 'M-1', 'review', 2);
    expect(summary(await read())).toEqual([
      ['M-1', 20],
      ['m-1', 10],
    ]);
    await createClient(loyalty.baseUrl, credentials).call(deleteMember, {
      params: { member: 'm-1' },
      query: { idParam: 'member_id' },
    });
    const page = await read();
    expect(summary(page)).toEqual([['M-1', 20]]);
    expect(page.total).toBe(1);
  });

  test('are the pending points of the members, on pages that have each of them once', async () => {
    for (let turn = 1; turn <= 7; turn++) {
      await earn(program, turn % 2 ? 'M-1' : 'm-1', 'review', turn);
    }
    // Rows of the same time are in the order of their ids.
    await store.db.execute(sql`update loyalty_point_transactions set occurred_at = now()`);
    const pages: Page[] = [];
    for (
      let cursor: string | null = '';
      cursor !== null;
      cursor = pages.at(-1)?.next_cursor ?? null
    ) {
      pages.push(await read(`?count=3${cursor && `&start_cursor=${cursor}`}`));
    }
    expect(pages.map(({ total, more }) => [total, more])).toEqual([
      [7, true],
      [7, true],
      [7, false],
    ]);
    const points = pages.flatMap(({ data }) => data.map((item) => item.points));
    expect(points).toEqual([70, 60, 50, 40, 30, 20, 10]);
    const rows = await store.db.select().from(members).where(eq(members.programId, program.id));
    expect(rows.reduce((sum, { pendingPoints }) => sum + pendingPoints, 0)).toBe(280);
    expect((await gateway.call(`${path}?start_cursor=x`)).status).toBe(400);
  });

  test('are found by an index among members without any', async () => {
    await addMembers(
      store.db,
      program.id,
      Array.from({ length: 3000 }, (_, index) => ({ memberId: `N-${index}` })),
    );
    await store.db.execute(sql`analyze loyalty_members`);
    const { rows } = await store.db.execute(sql`
      explain select id from loyalty_members
      where program_id = ${sql.raw(String(program.id))} and pending_points > 0 and deleted_at is null`);
    expect(JSON.stringify(rows)).toContain('loyalty_members_pending_index');
  });

  test('take a time in proportion to their number, not to its square', async () => {
    const addPending = async (prefix: string, count: number) => {
      const added = await addMembers(
        store.db,
        program.id,
        Array.from({ length: count }, (_, index) => ({
          memberId: `${prefix}-${index}`,
          pendingPoints: 10,
        })),
      );
      const occurredAt = loyalty.clock.now();
      await store.db.insert(pointTransactions).values(
        added.map(({ id }) => ({
          memberId: id,
          kind: 'pending' as const,
          points: 10,
          occurredAt,
        })),
      );
    };
    const measure = async () => {
      const times: number[] = [];
      for (let turn = 0; turn < 5; turn++) {
        const start = performance.now();
        await read('?count=1');
        times.push(performance.now() - start);
      }
      return Math.min(...times);
    };
    await addPending('A', 300);
    const few = await measure();
    await addPending('B', 2700);
    expect((await read('?count=1')).total).toBe(3000);
    // A comparison of each with each took about 40 times as long.
    expect((await measure()) / few).toBeLessThan(20);
  }, 60_000);
});

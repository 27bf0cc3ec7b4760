import { and, asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { deleteMember, getMember, updateMember } from '#contract/loyalty/members/members.ts';
import { adjustMemberPoints, listMemberPoints } from '#contract/loyalty/points.ts';
import type { Program } from '#services/loyalty/programs/programs-table.ts';
import { type Client, createClient } from '#services/loyalty/testing/client.ts';
import { addActivity, addMembers, createProgram } from '#services/loyalty/testing/program.ts';
import { startLoyalty, type TestLoyalty } from '#services/loyalty/testing/start-loyalty.ts';
import { auditEvents } from '#services/platform/audit/audit-events-table.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';
import { earnActivity } from './earn-activity.ts';

const call = { params: { member: 'M-1' }, query: { idParam: 'member_id' } };

describeBothStorages('points history', (storage) => {
  let service: TestLoyalty;
  let client: Client;
  let program: Program;
  beforeAll(async () => {
    service = await startLoyalty(storage.storage);
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    const made = await createProgram(storage.db, { pointsExpireAfterDays: 30 });
    program = made.program;
    client = createClient(service.baseUrl, made.credentials);
    await addMembers(storage.db, program.id, [{ memberId: 'M-1' }]);
    await addActivity(storage.db, program.id, { activityId: 'ten', name: 'Write a review' });
  });

  const earn = () =>
    storage.db.transaction((tx) =>
      earnActivity(
        tx,
        program,
        { memberId: 'M-1', activityId: 'ten', quantity: 1 },
        service.clock.now(),
      ),
    );
  const adjust = (points: number, reason = 'Goodwill') =>
    client.call(adjustMemberPoints, { ...call, body: { points, reason } });
  const list = (query: Record<string, string> = {}) =>
    client.call(listMemberPoints, { ...call, query: { ...call.query, ...query } });

  const isOfProgram = () => eq(auditEvents.partnerId, program.partnerId);

  test('lists what was earned and adjusted, newest first, with the balance after it', async () => {
    await earn();
    service.clock.advance(60);
    const { data: adjusted } = await adjust(-4, 'Returned a gift');
    expect(adjusted).toMatchObject({ kind: 'adjusted', points: -4, balance: 6 });
    service.clock.advance(60);
    await adjust(20);
    const { data, total, more, next_cursor } = await list();
    expect([total, more, next_cursor]).toEqual([3, false, null]);
    expect(data).toMatchObject([
      {
        kind: 'adjusted',
        points: 20,
        balance: 26,
        reason: 'Goodwill',
        activity: null,
        adjusted_by: { kind: 'client' },
      },
      { kind: 'adjusted', points: -4, balance: 6, reason: 'Returned a gift', expires_on: null },
      {
        kind: 'earned',
        points: 10,
        balance: 10,
        reason: null,
        adjusted_by: null,
        activity: { id: 'ten', name: 'Write a review' },
        expires_on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      },
    ]);
    const { data: member } = await client.call(getMember, call);
    expect(member).toMatchObject({
      available_points: 26,
      lifetime_points_earned: 30,
      lifetime_points_deducted: 4,
    });
  });

  test('an adjustment that is repeated with its key is made once, even in parallel', async () => {
    const repeated = (key: string) =>
      client.call(adjustMemberPoints, {
        ...call,
        body: { points: 7, reason: 'Goodwill', idempotency_key: key },
      });
    const made = await Promise.all([repeated('1:1'), repeated('1:1'), repeated('1:1')]);
    expect(new Set(made.map(({ data }) => data.id)).size).toBe(1);
    await repeated('1:2');
    expect((await list()).data.map(({ balance }) => balance)).toEqual([14, 7]);
    const isAdjustment = eq(auditEvents.action, 'points.adjust');
    expect(await storage.db.$count(auditEvents, and(isAdjustment, isOfProgram()))).toBe(2);
  });

  test('an adjustment is recorded with the name of the member', async () => {
    await client.call(updateMember, { ...call, body: { first_name: 'Jo', last_name: 'Doe' } });
    await adjust(5);
    const isAdjustment = eq(auditEvents.action, 'points.adjust');
    expect(
      await storage.db.select().from(auditEvents).where(and(isAdjustment, isOfProgram())),
    ).toMatchObject([{ subjectId: 'M-1', subjectName: 'Jo Doe' }]);
  });

  test('pages without gaps or repetitions, even between entries of the same time', async () => {
    for (let n = 0; n < 5; n += 1) await earn();
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: Awaited<ReturnType<typeof list>> = await list({
        count: '2',
        ...(cursor === '' ? {} : { start_cursor: cursor }),
      });
      seen.push(...page.data.map(({ balance }) => String(balance)));
      cursor = page.next_cursor;
    }
    expect(seen).toEqual(['50', '40', '30', '20', '10']);
  });

  test('never takes more than there is, even concurrently', async () => {
    await earn();
    const outcomes = await Promise.allSettled([adjust(-6), adjust(-6), adjust(-6)]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const { status, error } = await client.callRejected(adjustMemberPoints, {
      ...call,
      body: { points: -5, reason: 'Too much' },
    });
    expect([status, error.reason]).toEqual([
      400,
      "points: The member doesn't have that many points",
    ]);
    expect((await list()).data[0]?.balance).toBe(4);
  });

  test('a member who is deleted at the same time is not adjusted afterwards', async () => {
    const ids = Array.from({ length: 10 }, (_, index) => `gone-${index}`);
    await addMembers(
      storage.db,
      program.id,
      ids.map((memberId) => ({ memberId })),
    );
    for (const member of ids) {
      const address = { ...call, params: { member } };
      await Promise.all([
        client.call(deleteMember, address),
        client.send(adjustMemberPoints, { ...address, body: { points: 5, reason: 'Goodwill' } }),
      ]);
      const events = await storage.db
        .select({ action: auditEvents.action })
        .from(auditEvents)
        .where(and(eq(auditEvents.subjectId, member), isOfProgram()))
        .orderBy(asc(auditEvents.id));
      expect(events.at(-1)?.action).toBe('member.delete');
    }
  });

  test('rejects invalid adjustments, cursors and members', async () => {
    for (const body of [
      { points: 0, reason: 'x' },
      { points: 1.5, reason: 'x' },
      { points: 5, reason: '' },
      { points: 5 },
      { points: 2_000_000_000, reason: 'x' },
    ]) {
      expect((await client.callRejected(adjustMemberPoints, { ...call, body })).status).toBe(400);
    }
    for (const cursor of ['x', '999999999999999-1']) {
      const query = { ...call.query, start_cursor: cursor };
      const { error } = await client.callRejected(listMemberPoints, { ...call, query });
      expect(error.message).toMatch(/^start_cursor: /);
    }
    const unknown = { ...call, params: { member: 'M-2' } };
    expect((await client.callRejected(listMemberPoints, unknown)).error.message).toMatch(
      /^member_id: /,
    );
  });
});

import { and, eq, isNull } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { deleteMember } from '#contract/loyalty/members/members.ts';
import { getPointsStatement } from '#contract/loyalty/points.ts';
import type { MonthStatement } from '#contract/points/points.ts';
import { members } from '#services/loyalty/members/members-table.ts';
import { earnActivity } from '#services/loyalty/points/earn-activity.ts';
import { expirePoints } from '#services/loyalty/points/expire-points.ts';
import { settlePending } from '#services/loyalty/points/settle-pending.ts';
import {
  deductPoints,
  NotEnoughPointsError,
  redeemPoints,
} from '#services/loyalty/points/spend-points.ts';
import type { Program } from '#services/loyalty/programs/programs-table.ts';
import { adjustMember } from '#services/loyalty/testing/adjust-member.ts';
import { type Client, createClient } from '#services/loyalty/testing/client.ts';
import { addActivity, addMembers, createProgram } from '#services/loyalty/testing/program.ts';
import { startLoyalty, type TestLoyalty } from '#services/loyalty/testing/start-loyalty.ts';
import { DAY_SECONDS } from '#services/platform/clock.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { expectFigures } from '#services/platform/database/testing/expect-figures.ts';
import { propertyRuns } from '#services/platform/testing/fuzz/property-runs.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';

const NAMES = ['M-1', 'M-2', 'M-3'];

describeBothStorages('the statement of points', (storage) => {
  let service: TestLoyalty;
  let client: Client;
  let program: Program;
  beforeAll(async () => {
    service = await startLoyalty(storage.storage);
  });
  afterAll(() => service.close());
  beforeEach(createTestProgram);

  async function createTestProgram() {
    const created = await createProgram(storage.db, { pointsExpireAfterDays: 40 });
    program = created.program;
    client = createClient(service.baseUrl, created.credentials);
    await addMembers(
      storage.db,
      program.id,
      NAMES.map((memberId) => ({ memberId })),
    );
    await addActivity(storage.db, program.id, { activityId: 'ten' });
    await addActivity(storage.db, program.id, { activityId: 'waits', approvalMethod: 'manual' });
  }

  const read = async () => (await client.call(getPointsStatement)).data;
  const readMembers = () =>
    storage.db
      .select()
      .from(members)
      .where(and(eq(members.programId, program.id), isNull(members.deletedAt)));

  /** Does nothing if the member is deleted, or has too few points. */
  async function change(
    memberId: string,
    make: (tx: Queries, id: number, now: Date) => Promise<unknown>,
  ): Promise<void> {
    const member = (await readMembers()).find((each) => each.memberId === memberId);
    if (!member) return;
    await storage.db
      .transaction(async (tx) => void (await make(tx, member.id, service.clock.now())))
      .catch((error: unknown) => {
        if (!(error instanceof NotEnoughPointsError)) throw error;
      });
  }

  const act = ({ kind, member, points }: Step): Promise<unknown> => {
    const doing = { memberId: member, activityId: kind === 'earn' ? 'ten' : 'waits', quantity: 1 };
    switch (kind) {
      case 'earn':
      case 'wait':
        return change(member, (tx, _id, now) => earnActivity(tx, program, doing, now));
      case 'approve':
      case 'reject':
        return change(member, (tx, memberId, now) =>
          settlePending(tx, program, { memberId, approved: kind === 'approve' }, now),
        );
      case 'redeem':
        return change(member, (tx, id, now) => redeemPoints(tx, program, id, points, now));
      case 'deduct':
        return change(member, (tx, id, now) => deductPoints(tx, program, id, points, now));
      case 'adjust': {
        const adjustment = { points: points % 2 === 0 ? points : -points, reason: 'Test' };
        return change(member, (tx, id, now) => adjustMember(tx, program, id, adjustment, now));
      }
      case 'expire':
        return expirePoints(storage.db, service.clock.now());
    }
  };

  test('balances to the point for any history, also after members are deleted', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.array(anyStep, { minLength: 1, maxLength: 4 }), fc.nat(50)), {
          minLength: 3,
          maxLength: 10,
        }),
        fc.subarray(NAMES),
        fc.array(anyStep, { maxLength: 4 }),
        async (history, erased, later) => {
          await createTestProgram();
          for (const [steps, days] of history) {
            await Promise.all(steps.map(act));
            service.clock.advance(days * DAY_SECONDS);
          }
          const available = (await readMembers()).map((each) => each.availablePoints);
          const before = await read();
          expectBalanced(before);
          expect(before.at(-1)?.closing).toBe(sum(available));
          for (const memberId of erased) {
            const query = { idParam: 'member_id' } as const;
            await client.call(deleteMember, { params: { member: memberId }, query });
          }
          expect(await read()).toEqual(before);
          for (const step of later) await act(step);
          expectBalanced(await read());
          await expectFigures(storage.db);
        },
      ),
      { numRuns: propertyRuns(12) },
    );
  }, 120_000);

  test('counts each kind of change in the month in which it happened', async () => {
    service.clock.advance(secondsUntilNextMonth(service.clock.now()));
    const month = monthOf(service.clock.now());
    await act({ kind: 'earn', member: 'M-1', points: 0 });
    await act({ kind: 'earn', member: 'M-2', points: 0 });
    await act({ kind: 'wait', member: 'M-2', points: 0 });
    await act({ kind: 'redeem', member: 'M-1', points: 3 });
    service.clock.advance(secondsUntilNextMonth(service.clock.now()));
    await act({ kind: 'deduct', member: 'M-1', points: 2 });
    await act({ kind: 'approve', member: 'M-2', points: 0 });
    await act({ kind: 'adjust', member: 'M-3', points: 8 });
    service.clock.advance(35 * DAY_SECONDS);
    await act({ kind: 'expire', member: 'M-1', points: 0 });
    const statement = await read();
    expect(statement).toHaveLength(24);
    const from = statement.findIndex((each) => each.month === month);
    const none = { earned: 0, redeemed: 0, expired: 0, deducted: 0, adjusted: 0 };
    expect(statement.slice(from - 1)).toEqual([
      { ...none, month: expect.any(String), opening: 0, closing: 0 },
      { ...none, month, opening: 0, earned: 20, redeemed: -3, closing: 17 },
      {
        ...none,
        month: expect.any(String),
        opening: 17,
        earned: 10,
        deducted: -2,
        adjusted: 8,
        closing: 33,
      },
      { ...none, month: expect.any(String), opening: 33, expired: -15, closing: 18 },
    ]);
  });

  test('keeps the points of deleted members, and begins with those of earlier months', async () => {
    await act({ kind: 'adjust', member: 'M-1', points: 30 });
    await client.call(deleteMember, { params: { member: 'M-1' }, query: { idParam: 'member_id' } });
    service.clock.advance(800 * DAY_SECONDS);
    const statement = await read();
    expect([statement[0]?.opening, statement.at(-1)?.closing]).toEqual([30, 30]);
  });
});

function expectBalanced(statement: readonly MonthStatement[]): void {
  for (const [index, each] of statement.entries()) {
    const { opening, earned, redeemed, expired, deducted, adjusted, closing } = each;
    expect(opening + earned + redeemed + expired + deducted + adjusted).toBe(closing);
    if (index > 0) expect(opening).toBe(statement[index - 1]?.closing);
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0);
const monthOf = (moment: Date) => moment.toISOString().slice(0, 7);

function secondsUntilNextMonth(now: Date): number {
  const next = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1);
  return (next - now.getTime()) / 1000;
}

const KINDS = [
  'earn',
  'wait',
  'approve',
  'reject',
  'redeem',
  'deduct',
  'adjust',
  'expire',
] as const;

interface Step {
  kind: (typeof KINDS)[number];
  member: string;
  points: number;
}

const anyStep: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom(...KINDS),
  member: fc.constantFrom(...NAMES),
  points: fc.integer({ min: 1, max: 25 }),
});

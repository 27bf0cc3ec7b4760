import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import type { Program } from '#services/loyalty/programs/programs-table.ts';
import { adjustMember } from '#services/loyalty/testing/adjust-member.ts';
import { readTotals } from '#services/loyalty/testing/ledger-totals.ts';
import { addActivity, addMembers, createProgram } from '#services/loyalty/testing/program.ts';
import { propertyRuns } from '#services/platform/testing/fuzz/property-runs.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';
import { createTestClock } from '#services/platform/testing/test-clock.ts';
import { earnActivity } from './earn-activity.ts';
import { expirePoints } from './expire-points.ts';
import { listPointEntries } from './point-history.ts';
import { settlePending } from './settle-pending.ts';
import { deductPoints, NotEnoughPointsError, redeemPoints } from './spend-points.ts';

const DAY = 86_400;

describeBothStorages('the ledger', (storage) => {
  const clock = createTestClock(new Date('2026-03-18T12:00:00Z'));
  let program: Program;
  let memberId: number;

  beforeAll(async () => {
    ({ program } = await createProgram(storage.db, { pointsExpireAfterDays: 30 }));
    const [member] = await addMembers(storage.db, program.id, [{ memberId: 'M-1' }]);
    memberId = member?.id ?? 0;
    await addActivity(storage.db, program.id, { activityId: 'ten' });
    await addActivity(storage.db, program.id, { activityId: 'waits', approvalMethod: 'manual' });
    await addActivity(storage.db, program.id, { activityId: 'renews', resetsPointsExpiry: true });
  });

  const earn = async (activityId: string) => {
    const doing = { memberId: 'M-1', activityId, quantity: 1 };
    await storage.db.transaction((tx) => earnActivity(tx, program, doing, clock.now()));
  };
  type Spend = (...args: Parameters<typeof deductPoints>) => Promise<unknown>;
  const spend = (take: Spend, points: number) =>
    storage.db
      .transaction(async (tx) => void (await take(tx, program, memberId, points, clock.now())))
      .catch((error: unknown) => {
        if (!(error instanceof NotEnoughPointsError)) throw error;
      });
  const settle = async (approved: boolean) => {
    await storage.db.transaction((tx) =>
      settlePending(tx, program, { memberId, approved }, clock.now()),
    );
  };
  const expire = async () => {
    await expirePoints(storage.db, clock.now());
  };

  const adjust = (points: number) =>
    spend(
      (tx, ofProgram, id, amount, now) =>
        adjustMember(tx, ofProgram, id, { points: amount, reason: 'test' }, now),
      points,
    );

  /** Changes of a member's points, as text so that failures are readable. */
  type Step =
    | { do: 'earn'; activity: string }
    | { do: 'deduct' | 'redeem'; points: number }
    | { do: 'settle'; approved: boolean }
    | { do: 'expire' }
    | { do: 'adjust'; points: number };
  const act = (step: Step): Promise<void> => {
    switch (step.do) {
      case 'earn':
        return earn(step.activity);
      case 'deduct':
        return spend(deductPoints, step.points);
      case 'redeem':
        return spend(redeemPoints, step.points);
      case 'settle':
        return settle(step.approved);
      case 'expire':
        return expire();
      case 'adjust':
        return adjust(step.points);
    }
  };
  const steps: fc.Arbitrary<Step> = fc.oneof(
    fc.record({
      do: fc.constant('earn' as const),
      activity: fc.constantFrom('ten', 'waits', 'renews'),
    }),
    fc.record({ do: fc.constantFrom('deduct' as const, 'redeem' as const), points: fc.nat(40) }),
    fc.record({ do: fc.constant('settle' as const), approved: fc.boolean() }),
    fc.constant({ do: 'expire' as const }),
    fc.record({
      do: fc.constant('adjust' as const),
      points: fc.integer({ min: -25, max: 25 }).filter((points) => points !== 0),
    }),
  );
  const days = fc.integer({ min: 0, max: 25 });

  const expectTotalsToBeSums = async () => {
    const { shown, summed } = await readTotals(storage.db, memberId);
    expect(shown).toEqual(summed);
    expect(await readHistory()).toEqual({ balance: shown.available, pending: shown.pending });
  };

  /** What the points history ends with; checks the balance of each entry. */
  const readHistory = async () => {
    const { entries } = await listPointEntries(storage.db, memberId, {
      before: undefined,
      limit: 10_000,
    });
    let balance = 0;
    let pending = 0;
    for (const entry of entries.reverse()) {
      if (entry.kind === 'pending') pending += entry.points;
      else balance += entry.points;
      if (entry.reason === 'Approved') pending -= entry.points;
      expect(entry.balance).toBe(balance);
    }
    return { balance, pending };
  };

  test('keeps totals equal to the sums of its transactions for any history', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(steps, days), { minLength: 5, maxLength: 25 }),
        async (history) => {
          for (const [step, pause] of history) {
            await act(step);
            clock.advance(pause * DAY);
          }
          await expectTotalsToBeSums();
        },
      ),
      { numRuns: propertyRuns(12) },
    );
  }, 60_000);

  test('keeps totals equal to the sums of its transactions for concurrent changes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.array(steps, { minLength: 2, maxLength: 8 }), days), {
          minLength: 1,
          maxLength: 4,
        }),
        async (bursts) => {
          for (const [burst, pause] of bursts) {
            await Promise.all(burst.map(act));
            clock.advance(pause * DAY);
          }
          await expectTotalsToBeSums();
        },
      ),
      { numRuns: propertyRuns(12) },
    );
  }, 60_000);

  test('neither spends nor extends expired points, even before the worker runs', async () => {
    clock.advance(31 * DAY);
    await expire();
    await earn('ten');
    clock.advance(29 * DAY);
    await earn('ten');
    clock.advance(DAY);
    const before = (await readTotals(storage.db, memberId)).shown;
    await spend(redeemPoints, 11);
    expect((await readTotals(storage.db, memberId)).shown).toEqual(before);
    await earn('renews');
    const { shown, summed } = await readTotals(storage.db, memberId);
    expect(shown).toEqual(summed);
    expect(shown).toMatchObject({ available: 20, expired: before.expired + 10 });
  });

  test('counts one of several concurrent approvals of a transaction', async () => {
    // Remaining from the tests above.
    await settle(false);
    await earn('waits');
    const before = (await readTotals(storage.db, memberId)).shown;
    await Promise.all(Array.from({ length: 6 }, (_, n) => settle(n % 2 === 0)));
    const after = (await readTotals(storage.db, memberId)).shown;
    expect(after.pending).toBe(before.pending - 10);
    expect([before.earned, before.earned + 10]).toContain(after.earned);
    await expectTotalsToBeSums();
  });

  test('never spends more points than available, even concurrently', async () => {
    await expire();
    const { available } = (await readTotals(storage.db, memberId)).shown;
    await spend(deductPoints, available);
    await earn('ten');
    await Promise.all(Array.from({ length: 5 }, () => spend(redeemPoints, 4)));
    expect((await readTotals(storage.db, memberId)).shown.available).toBe(2);
    await expectTotalsToBeSums();
  });
});

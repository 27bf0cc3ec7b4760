import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { describeStorages } from '../../platform/testing/storages.ts';
import { createTestClock } from '../../platform/testing/test-clock.ts';
import { members } from '../members/members-table.ts';
import type { Program } from '../programs/programs-table.ts';
import { addActivity, addMembers, createProgram } from '../testing/program.ts';
import { earnActivity } from './earn-activity.ts';
import { expirePoints } from './expire-points.ts';
import { pointTransactions } from './point-transactions-table.ts';
import { settlePending } from './settle-pending.ts';
import { deductPoints, NotEnoughPointsError, redeemPoints } from './spend-points.ts';

const DAY = 86_400;

describeStorages('the ledger', (storage) => {
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

  const earn = (activityId: string) =>
    storage.db.transaction((tx) =>
      earnActivity(tx, program, { memberId: 'M-1', activityId, quantity: 1 }, clock.now()),
    );
  const row = async () => {
    const [member] = await storage.db.select().from(members).where(eq(members.id, memberId));
    return member as NonNullable<typeof member>;
  };

  test('whatever happens, the totals are the sums of the ledger', async () => {
    const step = fc.oneof(
      fc.constantFrom('ten', 'waits', 'renews').map((name) => () => earn(name)),
      fc
        .record({ spend: fc.constantFrom(deductPoints, redeemPoints), points: fc.nat(40) })
        .map(({ spend, points }) => async () => {
          await storage.db
            .transaction((tx) => spend(tx, program, memberId, points, clock.now()))
            .catch((error: unknown) => {
              if (!(error instanceof NotEnoughPointsError)) throw error;
            });
        }),
      fc.boolean().map((approved) => async () => {
        const pending = await storage.db
          .select({ id: pointTransactions.id })
          .from(pointTransactions)
          .where(eq(pointTransactions.kind, 'pending'));
        const transactionId = pending.at(-1)?.id ?? 0;
        await storage.db.transaction((tx) =>
          settlePending(tx, program, { transactionId, approved }, clock.now()),
        );
      }),
      fc.integer({ min: 1, max: 25 }).map((days) => async () => {
        clock.advance(days * DAY);
        await expirePoints(storage.db, clock.now());
      }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
        for (const act of steps) await act();
        const member = await row();
        const ledger = await storage.db
          .select()
          .from(pointTransactions)
          .where(eq(pointTransactions.memberId, memberId));
        const sum = (...kinds: string[]) =>
          ledger
            .filter(({ kind }) => kinds.includes(kind))
            .reduce((all, { points }) => all + points, 0);
        const earned = sum('earned', 'approved');
        const spent = sum('expired', 'deducted', 'redeemed');
        const left = ledger.reduce((all, { remaining }) => all + remaining, 0);
        expect(member).toMatchObject({
          pointsEarned: earned,
          pendingPoints: sum('pending') - sum('approved', 'rejected'),
          pointsExpired: sum('expired'),
          pointsDeducted: sum('deducted'),
          pointsRedeemed: sum('redeemed'),
          availablePoints: earned - spent,
        });
        expect(left).toBe(earned - spent);
        const scheduled = (member.expirationSchedule ?? []).reduce(
          (all, { points }) => all + points,
          0,
        );
        expect(scheduled).toBe(left);
      }),
      { numRuns: 12 },
    );
  }, 60_000);
});

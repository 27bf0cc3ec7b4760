import { and, eq, sql } from 'drizzle-orm';
import { SUPPORT_ADJUSTMENTS_PER_DAY } from '#contract/roles/role-table.ts';
import { addSeconds, type Clock, DAY_SECONDS } from '#services/platform/clock.ts';
import type { Database } from '#services/platform/database/database.ts';
import { forbidden } from '#services/platform/json-api/errors.ts';
import { pointsAllowances } from './points-allowances-table.ts';

interface Adjusting {
  teamId: number;
  userId: string;
  /** Positive or negative: both count. */
  points: number;
  /** The most at a time. */
  max: number;
}

/**
 * Counts an adjustment by a support agent before it is made, in one statement, so that concurrent ones can't exceed
 * the limits together.
 * @returns a function that gives the points back if the adjustment wasn't made
 * @throws {JsonApiError} 403 if it is too large, or too much within a day
 */
export async function countAdjustment(
  { db, clock }: { db: Database; clock: Clock },
  { teamId, userId, points, max }: Adjusting,
): Promise<() => Promise<void>> {
  const size = Math.abs(points);
  const format = new Intl.NumberFormat('en').format;
  if (size > max) {
    throw forbidden(`Support agents can adjust up to ${format(max)} points at a time.`);
  }
  const now = clock.now();
  const most = max * SUPPORT_ADJUSTMENTS_PER_DAY;
  const isOver = sql`${pointsAllowances.startedAt} <= ${addSeconds(now, -DAY_SECONDS).toISOString()}::timestamptz`;
  const sum = sql<number>`case when ${isOver} then 0 else ${pointsAllowances.points} end + ${size}::bigint`;
  const [counted] = await db
    .insert(pointsAllowances)
    .values({ teamId, userId, startedAt: now, points: size })
    .onConflictDoUpdate({
      target: [pointsAllowances.teamId, pointsAllowances.userId],
      set: {
        startedAt: sql`case when ${isOver} then ${now.toISOString()}::timestamptz else ${pointsAllowances.startedAt} end`,
        points: sum,
      },
      setWhere: sql`${sum} <= ${most}::bigint`,
    })
    .returning();
  if (!counted) {
    throw forbidden(`Support agents can adjust up to ${format(most)} points within 24 hours.`);
  }
  const { startedAt } = counted;
  return async () => {
    await db
      .update(pointsAllowances)
      .set({ points: sql`${pointsAllowances.points} - ${size}::bigint` })
      .where(
        and(
          eq(pointsAllowances.teamId, teamId),
          eq(pointsAllowances.userId, userId),
          eq(pointsAllowances.startedAt, startedAt),
        ),
      );
  };
}

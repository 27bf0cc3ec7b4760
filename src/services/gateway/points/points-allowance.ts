import { and, eq, sql } from 'drizzle-orm';
import { SUPPORT_ADJUSTMENTS_PER_DAY } from '#contract/roles/role-table.ts';
import type { Clock } from '#services/platform/clock.ts';
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
 * @throws {JsonApiError} 403 if it is too large, or too much for a day, which begins at midnight UTC
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
  const today = new Date(clock.now());
  today.setUTCHours(0, 0, 0, 0);
  const most = max * SUPPORT_ADJUSTMENTS_PER_DAY;
  const start = sql`${today.toISOString()}::timestamptz`;
  // Another process, whose clock is ahead, may have started the next day.
  const isCounted = sql`${pointsAllowances.startedAt} >= ${start}`;
  const sum = sql<number>`case when ${isCounted} then ${pointsAllowances.points} else 0 end + ${size}::bigint`;
  const [counted] = await db
    .insert(pointsAllowances)
    .values({ teamId, userId, startedAt: today, points: size })
    .onConflictDoUpdate({
      target: [pointsAllowances.teamId, pointsAllowances.userId],
      set: { startedAt: sql`greatest(${pointsAllowances.startedAt}, ${start})`, points: sum },
      setWhere: sql`${sum} <= ${most}::bigint`,
    })
    .returning();
  if (!counted) {
    throw forbidden(
      `Support agents can adjust up to ${format(most)} points a day. The next day begins at midnight UTC.`,
    );
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

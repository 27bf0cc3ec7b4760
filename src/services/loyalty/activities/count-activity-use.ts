import { and, asc, eq, gte, isNotNull, sql } from 'drizzle-orm';
import { ACTIVITY_USE_DAYS, type ActivityUse } from '#contract/points/points.ts';
import { pointTransactions } from '#services/loyalty/points/point-transactions-table.ts';
import { addSeconds, DAY_SECONDS } from '#services/platform/clock.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { activities } from './activities-table.ts';

/** How members used each activity of a program lately; those that nobody used are left out. */
export async function countActivityUse(
  db: Queries,
  programId: number,
  now: Date,
): Promise<ActivityUse[]> {
  const { activityId, kind, points, occurredAt } = pointTransactions;
  const isUse = sql`${kind} in ('earned', 'pending')`;
  const isIssued = sql`${kind} in ('earned', 'approved')`;
  return db
    .select({
      activity_id: activities.activityId,
      times: sql`count(*) filter (where ${isUse})`.mapWith(Number),
      points: sql`coalesce(sum(${points}) filter (where ${isIssued}), 0)`.mapWith(Number),
    })
    .from(activities)
    .innerJoin(pointTransactions, eq(activityId, activities.id))
    .where(
      and(
        eq(activities.programId, programId),
        isNotNull(activityId),
        gte(occurredAt, addSeconds(now, -ACTIVITY_USE_DAYS * DAY_SECONDS)),
      ),
    )
    .groupBy(activities.id)
    .orderBy(asc(activities.id));
}

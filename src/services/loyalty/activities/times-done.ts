import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import { pointTransactions } from '#services/loyalty/points/point-transactions-table.ts';
import {
  type FrequencyRange,
  startOfRange,
  type TimesDone,
} from '#services/loyalty/rules/frequency.ts';
import type { Queries } from '#services/platform/database/database.ts';

/** How often a member earned by each activity, or by one, in the current day, week, year and ever. */
export async function countTimesDone(
  db: Queries,
  memberId: number,
  now: Date,
  activityId?: number,
): Promise<Map<number, TimesDone>> {
  const rows = await db
    .select({
      activityId: pointTransactions.activityId,
      DAY: timesSince('DAY', now),
      WEEK: timesSince('WEEK', now),
      YEAR: timesSince('YEAR', now),
      LIFETIME: timesSince('LIFETIME', now),
    })
    .from(pointTransactions)
    .where(
      and(
        eq(pointTransactions.memberId, memberId),
        activityId === undefined
          ? isNotNull(pointTransactions.activityId)
          : eq(pointTransactions.activityId, activityId),
        inArray(pointTransactions.kind, ['earned', 'pending']),
      ),
    )
    .groupBy(pointTransactions.activityId);
  return new Map(rows.map(({ activityId, ...done }) => [activityId as number, done]));
}

function timesSince(range: FrequencyRange, now: Date) {
  const start = startOfRange(range, now).toISOString();
  return sql`count(*) filter (where ${pointTransactions.occurredAt} >= ${start})`.mapWith(Number);
}

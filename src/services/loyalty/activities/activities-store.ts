import { and, asc, count, eq } from 'drizzle-orm';
import { type ActivityRow, activities } from '#services/loyalty/tables/activities-table.ts';
import type { Queries } from '#services/platform/database/database.ts';

/** A page of a program's activities, by their index in the order of creation. */
export function listActivities(
  db: Queries,
  programId: number,
  { offset, limit }: { offset: number; limit: number },
): Promise<ActivityRow[]> {
  return db
    .select()
    .from(activities)
    .where(eq(activities.programId, programId))
    .orderBy(asc(activities.id))
    .offset(offset)
    .limit(limit);
}

/** How many activities a program has. */
export async function countActivities(db: Queries, programId: number): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(activities)
    .where(eq(activities.programId, programId));
  return row?.total ?? 0;
}

/** All activities of a program that are active, in the order of creation. */
export function listActiveActivities(db: Queries, programId: number): Promise<ActivityRow[]> {
  return db
    .select()
    .from(activities)
    .where(and(eq(activities.programId, programId), eq(activities.isActive, true)))
    .orderBy(asc(activities.id));
}

/** One activity by the operator's key. */
export async function findActivity(
  db: Queries,
  programId: number,
  activityId: string,
): Promise<ActivityRow | undefined> {
  const [row] = await db
    .select()
    .from(activities)
    .where(and(eq(activities.programId, programId), eq(activities.activityId, activityId)));
  return row;
}

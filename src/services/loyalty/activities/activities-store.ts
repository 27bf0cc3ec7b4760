import { and, asc, eq } from 'drizzle-orm';
import type { Queries } from '#services/platform/database/database.ts';
import { type ActivityRow, activities } from './activities-table.ts';

/** A page of a program's activities in the order of creation. */
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

export function countActivities(db: Queries, programId: number): Promise<number> {
  return db.$count(activities, eq(activities.programId, programId));
}

/** In the order of creation. */
export function listActiveActivities(db: Queries, programId: number): Promise<ActivityRow[]> {
  return db
    .select()
    .from(activities)
    .where(and(eq(activities.programId, programId), eq(activities.isActive, true)))
    .orderBy(asc(activities.id));
}

/** @param activityId the operator's own id */
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

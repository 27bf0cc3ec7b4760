import { and, asc, desc, eq, gte, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import {
  ACTIVITY_MEMBERS_MAX,
  ACTIVITY_USE_DAYS,
  type ActivityUse,
  type ActivityUseDetails,
} from '#contract/points/points.ts';
import { members } from '#services/loyalty/members/members-table.ts';
import { pointTransactions } from '#services/loyalty/points/point-transactions-table.ts';
import { addSeconds, DAY_SECONDS } from '#services/platform/clock.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { activities } from './activities-table.ts';

const { activityId: ledgerActivity, kind, points, occurredAt } = pointTransactions;
const isUse = sql`${kind} in ('earned', 'pending')`;
const isIssued = sql`${kind} in ('earned', 'approved')`;
const times = sql`count(*) filter (where ${isUse})`.mapWith(Number);
const issued = sql`coalesce(sum(${points}) filter (where ${isIssued}), 0)`.mapWith(Number);

/** How members used each activity of a program lately; those that nobody used are left out. */
export async function countActivityUse(
  db: Queries,
  programId: number,
  now: Date,
): Promise<ActivityUse[]> {
  return db
    .select({
      activity_id: activities.activityId,
      times,
      points: issued,
    })
    .from(activities)
    .innerJoin(pointTransactions, eq(ledgerActivity, activities.id))
    .where(
      and(
        eq(activities.programId, programId),
        isNotNull(ledgerActivity),
        gte(occurredAt, addSeconds(now, -ACTIVITY_USE_DAYS * DAY_SECONDS)),
      ),
    )
    .groupBy(activities.id)
    .orderBy(asc(activities.id));
}

/** How members used one activity lately, by the operator's ID. An unknown one was not used. */
export async function getUseDetails(
  db: Queries,
  programId: number,
  activityId: string,
  now: Date,
): Promise<ActivityUseDetails> {
  const day = sql<string>`to_char(${occurredAt} at time zone 'UTC', 'YYYY-MM-DD')`;
  const [activity] = await db
    .select({ id: activities.id })
    .from(activities)
    .where(and(eq(activities.programId, programId), eq(activities.activityId, activityId)));
  const days = lastDays(now);
  if (!activity)
    return { days: days.map((each) => ({ day: each, times: 0, points: 0 })), members: [] };
  const since = new Date(`${days[0]}T00:00:00Z`);
  const isOfActivity = and(eq(ledgerActivity, activity.id), gte(occurredAt, since));
  const counted = await db
    .select({ day, times, points: issued })
    .from(pointTransactions)
    .where(isOfActivity)
    .groupBy(day);
  const byDay = new Map(counted.map((each) => [each.day, each]));
  const latest = await db
    .select({
      ...{ id: members.serviceId, memberId: members.memberId },
      ...{ firstName: members.firstName, lastName: members.lastName },
      ...{ points, kind, occurredAt },
    })
    .from(pointTransactions)
    .innerJoin(members, eq(members.id, pointTransactions.memberId))
    .where(and(isOfActivity, inArray(kind, ['earned', 'pending']), isNull(members.deletedAt)))
    .orderBy(desc(occurredAt), desc(pointTransactions.id))
    .limit(ACTIVITY_MEMBERS_MAX);
  return {
    days: days.map((each) => byDay.get(each) ?? { day: each, times: 0, points: 0 }),
    members: latest.map(({ id, memberId, firstName, lastName, ...entry }) => ({
      id,
      member_id: memberId,
      name: [firstName, lastName].filter((name) => name.trim()).join(' ') || null,
      points: entry.points,
      needs_approval: entry.kind === 'pending',
      at: entry.occurredAt.toISOString(),
    })),
  };
}

/** The days in UTC that are counted, oldest first. */
function lastDays(now: Date): string[] {
  return Array.from({ length: ACTIVITY_USE_DAYS }, (_, index) =>
    addSeconds(now, (index - ACTIVITY_USE_DAYS + 1) * DAY_SECONDS)
      .toISOString()
      .slice(0, 10),
  );
}

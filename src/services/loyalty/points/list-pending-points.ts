import { and, count, desc, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import type { PendingPoints } from '#contract/program/program.ts';
import { activities } from '#services/loyalty/activities/activities-table.ts';
import { members } from '#services/loyalty/members/members-table.ts';
import type { Queries } from '#services/platform/database/database.ts';
import type { TimePosition } from '#services/platform/json-api/time-cursor.ts';
import { pointTransactions } from './point-transactions-table.ts';

/** Points of a program that are neither approved nor rejected, newest first; and the number of all. */
export async function listPendingPoints(
  db: Queries,
  programId: number,
  { before, limit }: { before: TimePosition | undefined; limit: number },
): Promise<{ rows: PendingPoints[]; total: number }> {
  const { ctes, pending } = selectPending(db, programId);
  const [counted] = await db
    .with(...ctes)
    .select({ total: count() })
    .from(pending);
  const rows = await db
    .with(...ctes)
    .select({
      id: pending.id,
      points: pending.points,
      occurredAt: pending.occurredAt,
      serviceId: members.serviceId,
      memberId: members.memberId,
      firstName: members.firstName,
      lastName: members.lastName,
      activityId: activities.activityId,
      activityName: activities.name,
    })
    .from(pending)
    .innerJoin(members, eq(members.id, pending.memberId))
    .leftJoin(activities, eq(activities.id, pending.activityId))
    .where(
      before &&
        sql`(${pending.occurredAt}, ${pending.id}) < (${before.at.toISOString()}::timestamptz, ${before.id}::bigint)`,
    )
    .orderBy(desc(pending.occurredAt), desc(pending.id))
    .limit(limit);
  return {
    total: counted?.total ?? 0,
    rows: rows.map((row) => ({
      id: String(row.id),
      member: {
        id: row.serviceId,
        member_id: row.memberId,
        name: [row.firstName, row.lastName].filter((name) => name.trim()).join(' ') || null,
      },
      points: row.points,
      activity:
        row.activityId === null
          ? null
          : { id: row.activityId, name: row.activityName ?? row.activityId },
      since: row.occurredAt.toISOString(),
    })),
  };
}

/** Reads the ledgers of members with pending points only, and each of them once. */
function selectPending(db: Queries, programId: number) {
  const { id, memberId, activityId, kind, points, reference, occurredAt } = pointTransactions;
  const ledger = db.$with('ledger').as(
    db
      .select({
        id,
        memberId,
        activityId,
        kind,
        points,
        occurredAt,
        // With the approval or rejection. A join would compare each with each.
        entries: sql<number>`count(*) over (partition by coalesce(${reference}, ${id}))`
          .mapWith(Number)
          .as('entries'),
      })
      .from(members)
      .innerJoin(pointTransactions, eq(memberId, members.id))
      .where(
        and(
          eq(members.programId, programId),
          gt(members.pendingPoints, sql`0`),
          isNull(members.deletedAt),
          inArray(kind, ['pending', 'approved', 'rejected']),
        ),
      ),
  );
  const pending = db.$with('pending').as(
    db
      .select({
        id: ledger.id,
        memberId: ledger.memberId,
        activityId: ledger.activityId,
        points: ledger.points,
        occurredAt: ledger.occurredAt,
      })
      .from(ledger)
      .where(and(eq(ledger.kind, 'pending'), eq(ledger.entries, 1))),
  );
  return { ctes: [ledger, pending], pending };
}

import { and, eq, inArray, isNotNull, max, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import { directoryMembers } from '#services/gateway/directory/directory-members-table.ts';
import { inboxEvents, serviceIdIn } from '#services/gateway/inbox/inbox-events-table.ts';
import { gatewayJobRows, gatewayJobs } from '#services/gateway/jobs/jobs-table.ts';
import { auditEvents } from '#services/platform/audit/audit-events-table.ts';
import type { Queries } from '#services/platform/database/database.ts';

/** A member that has or had an operator's ID. */
export interface IdHolder {
  serviceId: string;
  /** Null for the member that has it. */
  hadUntil: Date | null;
}

/**
 * The members that a team has seen with an operator's ID, the last one first. One that isn't in the directory
 * had the ID until it was last seen with it.
 */
export async function listIdHolders(
  db: Queries,
  teamIds: number[],
  memberId: string,
): Promise<IdHolder[]> {
  const current = db
    .select({
      serviceId: sql<string | null>`${directoryMembers.serviceId}`.as('service_id'),
      seenAt: sql<Date | string>`'infinity'::timestamptz`.as('seen_at'),
    })
    .from(directoryMembers)
    .where(and(inArray(directoryMembers.teamId, teamIds), eq(directoryMembers.memberId, memberId)));
  const ofEvents = db
    .select({
      serviceId: serviceIdIn(inboxEvents.data).as('service_id'),
      seenAt: sql<Date | string>`${max(inboxEvents.receivedAt)}`.as('seen_at'),
    })
    .from(inboxEvents)
    .where(and(inArray(inboxEvents.teamId, teamIds), eq(inboxEvents.memberId, memberId)))
    .groupBy(serviceIdIn(inboxEvents.data));
  const ofRows = db
    .select({
      serviceId: sql<string | null>`${gatewayJobRows.serviceId}`.as('service_id'),
      seenAt: sql<Date | string>`${gatewayJobs.createdAt}`.as('seen_at'),
    })
    .from(gatewayJobRows)
    .innerJoin(gatewayJobs, eq(gatewayJobs.id, gatewayJobRows.jobId))
    .where(and(inArray(gatewayJobs.teamId, teamIds), eq(gatewayJobRows.memberId, memberId)));
  const { subjectType, subjectId, subjectServiceId, at, teamId } = auditEvents;
  const ofAudit = db
    .select({
      serviceId: sql<string | null>`${subjectServiceId}`.as('service_id'),
      seenAt: sql<Date | string>`${at}`.as('seen_at'),
    })
    .from(auditEvents)
    .where(and(inArray(teamId, teamIds), eq(subjectType, 'member'), eq(subjectId, memberId)));
  const seen = unionAll(current, ofEvents, ofRows, ofAudit).as('seen');
  const lastSeen = sql`max(${seen.seenAt})`;
  const rows = await db
    .select({
      serviceId: seen.serviceId,
      hadUntil: sql<string | null>`to_json(nullif(${lastSeen}, 'infinity')) #>> '{}'`,
    })
    .from(seen)
    .where(isNotNull(seen.serviceId))
    .groupBy(seen.serviceId)
    .orderBy(sql`${lastSeen} desc`);
  return rows.map(({ serviceId, hadUntil }) => ({
    serviceId: serviceId as string,
    hadUntil: hadUntil === null ? null : new Date(hadUntil),
  }));
}

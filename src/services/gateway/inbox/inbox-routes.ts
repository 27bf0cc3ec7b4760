import { and, eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import {
  getInboxDelivery,
  getInboxEvent,
  listInboxDeliveries,
  listInboxEvents,
  listInboxEventTypes,
  type MemberFacts,
} from '#contract/gateway/inbox.ts';
import { listInboxDays } from '#contract/gateway/inbox-days.ts';
import type { GatewayDependencies } from '#services/gateway/dependencies.ts';
import { registerForItem, registerForTeam } from '#services/gateway/gateway-operation.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { toPage } from '#services/platform/json-api/page.ts';
import { countInboxDays } from './inbox-days.ts';
import { findDelivery, listDeliveries, toDeliveryDocument } from './inbox-deliveries.ts';
import { findEvent, listEvents, listEventTypes, toEventDocument } from './inbox-events.ts';
import { inboxEvents } from './inbox-events-table.ts';
import { inboxMemberFacts } from './process/member-facts-table.ts';
import { findUnknownMembers } from './unknown-members.ts';

/** Lists and items of the inbox (decisions.md, 38). */
export function inboxRoutes(app: FastifyInstance, dependencies: GatewayDependencies): void {
  const { db, clock } = dependencies;

  registerForTeam(app, dependencies, listInboxDeliveries, async ({ teamId, query }) => {
    const { rows, total } = await listDeliveries(db, teamId, query);
    const { count } = query;
    return toPage({
      rows,
      total,
      count,
      cursorOf: ({ id }) => String(id),
      toDocument: toDeliveryDocument,
    });
  });

  registerForItem(app, dependencies, getInboxDelivery, {
    find: ({ teamId, params }) => findDelivery(db, teamId, params.request_id),
    handle: async (row) => ({ data: toDeliveryDocument(row) }),
  });

  registerForTeam(app, dependencies, listInboxEvents, async ({ teamId, query }) => {
    const { rows, total } = await listEvents(db, teamId, query);
    const { count } = query;
    const isUnknown = await findUnknownMembers(dependencies, teamId, rows);
    return toPage({
      rows,
      total,
      count,
      cursorOf: ({ sequence }) => String(sequence),
      toDocument: (row) => ({ ...toEventDocument(row), unknown_member: isUnknown(row) }),
    });
  });

  registerForTeam(app, dependencies, listInboxEventTypes, async ({ teamId }) => ({
    data: await listEventTypes(db, teamId),
  }));

  registerForTeam(app, dependencies, listInboxDays, async ({ teamId }) => ({
    data: await countInboxDays(db, clock, teamId),
  }));

  registerForItem(app, dependencies, getInboxEvent, {
    find: ({ teamId, params }) => findEvent(db, teamId, params.event_id),
    handle: async (row, { teamId }) => {
      const [facts, isUnknown] = await Promise.all([
        row.memberId === null ? null : findMemberFacts(db, teamId, row.memberId),
        findUnknownMembers(dependencies, teamId, [row]),
      ]);
      return {
        data: {
          ...toEventDocument(row),
          unknown_member: isUnknown(row),
          member_facts: facts,
        },
      };
    },
  });
}

async function findMemberFacts(
  db: Queries,
  teamId: number,
  memberId: string,
): Promise<MemberFacts | null> {
  const { factsAt, memberInfo, sequence } = inboxMemberFacts;
  const [row] = await db
    .select({ eventId: inboxEvents.eventId, factsAt, memberInfo })
    .from(inboxMemberFacts)
    .innerJoin(inboxEvents, eq(inboxEvents.sequence, sequence))
    .where(and(eq(inboxMemberFacts.teamId, teamId), eq(inboxMemberFacts.memberId, memberId)));
  if (!row) return null;
  return {
    event_id: row.eventId,
    as_of: row.factsAt.toISOString(),
    member_info: JSON.parse(row.memberInfo),
  };
}

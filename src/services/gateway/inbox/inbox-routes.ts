import type { FastifyInstance } from 'fastify';
import {
  getInboxDelivery,
  getInboxEvent,
  listInboxDeliveries,
  listInboxEvents,
  listInboxEventTypes,
} from '#contract/gateway/inbox.ts';
import { listInboxDays } from '#contract/gateway/inbox-days.ts';
import type { GatewayDependencies } from '#services/gateway/dependencies.ts';
import { countInboxDays } from './inbox-days.ts';
import { findDelivery, listDeliveries } from './inbox-deliveries-store.ts';
import { toDeliveryDocument, toEventDocument, toFactsDocument } from './inbox-documents.ts';
import { findEvent, listEvents, listEventTypes } from './inbox-events-store.ts';
import { inboxItemOperation, inboxOperation } from './inbox-operation.ts';
import { toPage } from './inbox-page.ts';
import { findMemberFacts } from './process/member-facts-store.ts';

/** Lists and items of the inbox (decisions.md, 38). */
export function inboxRoutes(app: FastifyInstance, dependencies: GatewayDependencies): void {
  const { db, clock } = dependencies;

  inboxOperation(app, dependencies, listInboxDeliveries, async ({ teamId, query }) => {
    const { rows, total } = await listDeliveries(db, teamId, query);
    const { count } = query;
    return toPage({
      rows,
      total,
      count,
      sequenceOf: ({ id }) => id,
      toDocument: toDeliveryDocument,
    });
  });

  inboxItemOperation(app, dependencies, getInboxDelivery, {
    find: ({ teamId, params }) => findDelivery(db, teamId, params.request_id),
    handle: async (row) => ({ data: toDeliveryDocument(row) }),
  });

  inboxOperation(app, dependencies, listInboxEvents, async ({ teamId, query }) => {
    const { rows, total } = await listEvents(db, teamId, query);
    const { count } = query;
    const sequenceOf = ({ sequence }: { sequence: number }) => sequence;
    return toPage({ rows, total, count, sequenceOf, toDocument: toEventDocument });
  });

  inboxOperation(app, dependencies, listInboxEventTypes, async ({ teamId }) => ({
    data: await listEventTypes(db, teamId),
  }));

  inboxOperation(app, dependencies, listInboxDays, async ({ teamId }) => ({
    data: await countInboxDays(db, clock, teamId),
  }));

  inboxItemOperation(app, dependencies, getInboxEvent, {
    find: ({ teamId, params }) => findEvent(db, teamId, params.event_id),
    handle: async (row, { teamId }) => {
      const facts = row.memberId === null ? null : await findMemberFacts(db, teamId, row.memberId);
      return {
        data: { ...toEventDocument(row), member_facts: facts ? toFactsDocument(facts) : null },
      };
    },
  });
}

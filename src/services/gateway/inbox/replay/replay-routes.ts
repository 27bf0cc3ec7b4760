import type { FastifyInstance } from 'fastify';
import { replayInboxEvent } from '#contract/gateway/inbox.ts';
import {
  getInboxReplay,
  type InboxReplay,
  listInboxReplays,
  startInboxReplay,
  stopInboxReplay,
} from '#contract/gateway/inbox-replays.ts';
import type { GatewayDependencies } from '#services/gateway/dependencies.ts';
import { toEventDocument } from '#services/gateway/inbox/inbox-documents.ts';
import { findEvent, replayEvent } from '#services/gateway/inbox/inbox-events-store.ts';
import { inboxItemOperation, inboxOperation } from '#services/gateway/inbox/inbox-operation.ts';
import { toPage } from '#services/gateway/inbox/inbox-page.ts';
import { errorResponse, tooManyRequests } from '#services/platform/json-api/errors.ts';
import {
  findReplay,
  listReplays,
  RUNNING_REPLAYS_MAX,
  startReplay,
  stopReplay,
} from './inbox-replays-store.ts';
import type { InboxReplayRow } from './inbox-replays-table.ts';

/** Replays take seconds. */
const RETRY_SECONDS = 5;

/** Replays one event, or all since a time; the latter report progress and can be stopped. */
export function replayRoutes(app: FastifyInstance, dependencies: GatewayDependencies): void {
  const { db, clock } = dependencies;

  inboxItemOperation(app, dependencies, replayInboxEvent, {
    find: ({ teamId, params }) => findEvent(db, teamId, params.event_id),
    handle: async ({ eventId }, { teamId }) => {
      const row = await replayEvent(db, teamId, eventId);
      if (row) return { data: toEventDocument(row) };
      throw errorResponse(400, { detail: "Malformed events can't be replayed." });
    },
  });

  inboxOperation(app, dependencies, startInboxReplay, async ({ teamId, body }) => {
    const replay = await startReplay(db, clock, teamId, new Date(body.since));
    if (replay) return { data: toReplayDocument(replay) };
    throw tooManyRequests(
      RETRY_SECONDS,
      `${RUNNING_REPLAYS_MAX} replays are already running for this team. Wait for one to finish, or stop one.`,
    );
  });

  inboxOperation(app, dependencies, listInboxReplays, async ({ teamId, query }) => {
    const { rows, total } = await listReplays(db, teamId, query);
    const sequenceOf = ({ id }: InboxReplayRow) => id;
    return toPage({ rows, total, count: query.count, sequenceOf, toDocument: toReplayDocument });
  });

  inboxItemOperation(app, dependencies, getInboxReplay, {
    find: ({ teamId, params }) => findReplay(db, teamId, Number(params.replay_id)),
    handle: async (row) => ({ data: toReplayDocument(row) }),
  });

  inboxItemOperation(app, dependencies, stopInboxReplay, {
    find: ({ teamId, params }) => findReplay(db, teamId, Number(params.replay_id)),
    handle: async (row, { teamId }) => ({
      data: toReplayDocument((await stopReplay(db, clock, teamId, row.id)) ?? row),
    }),
  });
}

function toReplayDocument(row: InboxReplayRow): InboxReplay {
  return {
    id: String(row.id),
    since: row.since.toISOString(),
    total: row.total,
    replayed: row.replayed,
    failed: row.failed,
    state: row.state,
    started_at: row.startedAt.toISOString(),
    ended_at: row.endedAt?.toISOString() ?? null,
  };
}

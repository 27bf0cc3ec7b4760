import type { FastifyInstance } from 'fastify';

import {
  getInboxReplay,
  type InboxReplay,
  listInboxReplays,
  replayInboxEvent,
  startInboxReplay,
  stopInboxReplay,
} from '#contract/gateway/inbox-replays.ts';
import type { GatewayDependencies } from '#services/gateway/dependencies.ts';
import { registerForItem, registerForTeam } from '#services/gateway/gateway-operation.ts';
import { findEvent, replayEvent, toEventDocument } from '#services/gateway/inbox/inbox-events.ts';
import { errorResponse, tooManyRequests } from '#services/platform/json-api/errors.ts';
import { toPage } from '#services/platform/json-api/page.ts';
import {
  findReplay,
  listReplays,
  RUNNING_REPLAYS_MAX,
  startReplay,
  stopReplay,
  UnexpectedCountError,
} from './inbox-replays-store.ts';
import type { InboxReplayRow } from './inbox-replays-table.ts';

/** Replays take seconds. */
const RETRY_SECONDS = 5;

/** Replays one event, or all that match filters; the latter report progress and can be stopped. */
export function replayRoutes(app: FastifyInstance, dependencies: GatewayDependencies): void {
  const { db, clock } = dependencies;

  registerForItem(app, dependencies, replayInboxEvent, {
    find: ({ teamId, params }) => findEvent(db, teamId, params.event_id),
    handle: async ({ eventId }, { teamId }) => {
      const row = await replayEvent(db, teamId, eventId);
      if (row) return { data: toEventDocument(row) };
      throw errorResponse(400, { detail: "Malformed events can't be replayed." });
    },
  });

  registerForTeam(app, dependencies, startInboxReplay, async ({ teamId, body }) => {
    const replay = await startReplay(db, clock, {
      teamId,
      filters: {
        since: body.since === undefined ? null : new Date(body.since),
        until: body.until === undefined ? null : new Date(body.until),
        eventType: body.event_type ?? null,
        memberId: body.member_id ?? null,
        eventState: body.state ?? null,
      },
      expected: body.expected,
    }).catch((error: unknown) => {
      if (!(error instanceof UnexpectedCountError)) throw error;
      const detail = `${error.total} events match now, not ${body.expected}. Nothing was replayed.`;
      throw errorResponse(409, { detail });
    });
    if (replay) return { data: toReplayDocument(replay) };
    throw tooManyRequests(
      RETRY_SECONDS,
      `${RUNNING_REPLAYS_MAX} replays are already running for this team. Wait for one to finish, or stop one.`,
    );
  });

  registerForTeam(app, dependencies, listInboxReplays, async ({ teamId, query }) => {
    const { rows, total } = await listReplays(db, teamId, query);
    const cursorOf = ({ id }: InboxReplayRow) => String(id);
    return toPage({ rows, total, count: query.count, cursorOf, toDocument: toReplayDocument });
  });

  registerForItem(app, dependencies, getInboxReplay, {
    find: ({ teamId, params }) => findReplay(db, teamId, Number(params.replay_id)),
    handle: async (row) => ({ data: toReplayDocument(row) }),
  });

  registerForItem(app, dependencies, stopInboxReplay, {
    find: ({ teamId, params }) => findReplay(db, teamId, Number(params.replay_id)),
    handle: async (row, { teamId }) => ({
      data: toReplayDocument((await stopReplay(db, clock, teamId, row.id)) ?? row),
    }),
  });
}

function toReplayDocument(row: InboxReplayRow): InboxReplay {
  return {
    id: String(row.id),
    since: row.since?.toISOString() ?? null,
    until: row.until?.toISOString() ?? null,
    event_type: row.eventType,
    member_id: row.memberId,
    event_state: row.eventState,
    total: row.total,
    replayed: row.replayed,
    failed: row.failed,
    state: row.state,
    started_at: row.startedAt.toISOString(),
    ended_at: row.endedAt?.toISOString() ?? null,
  };
}

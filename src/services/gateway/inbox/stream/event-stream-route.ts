import { finished, Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { INBOX_STREAM_PATH } from '#contract/gateway/inbox.ts';
import type { GatewayDependencies } from '#services/gateway/dependencies.ts';
import { INBOX_CHANNEL } from '#services/gateway/inbox/inbox-channel.ts';
import { getLastSequence } from '#services/gateway/inbox/inbox-events-store.ts';
import { JsonApiError } from '#services/platform/json-api/errors.ts';
import { createWakeSignal, streamEvents } from './event-stream.ts';

const SCOPE = 'webhooks:read';

/**
 * Streams new events (decisions.md, 38). With `Last-Event-ID` it starts after that event, without it
 * with the next new event. It ends when the client is no longer authorized, and at shutdown.
 */
export function eventStreamRoute(app: FastifyInstance, dependencies: GatewayDependencies): void {
  const { authorizeTeamMember } = dependencies;
  const openStreams = createOpenStreams();
  app.addHook('preClose', async () => openStreams.endAll());

  app.route({
    method: 'GET',
    url: INBOX_STREAM_PATH,
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const { teamId } = await authorizeTeamMember(request, SCOPE);
      const events = await openStream(teamId, request, reply, openStreams, dependencies);
      return reply
        .type('text/event-stream')
        .headers({ 'cache-control': 'no-store, no-transform', 'x-accel-buffering': 'no' })
        .send(Readable.from(events));
    },
  });
}

async function openStream(
  teamId: number,
  request: FastifyRequest,
  reply: FastifyReply,
  openStreams: OpenStreams,
  { db, listen, authorizeTeamMember, limits }: GatewayDependencies,
): Promise<AsyncGenerator<string>> {
  const signal = createWakeSignal();
  let hasEnded = false;
  const end = () => {
    hasEnded = true;
    signal.wake();
  };
  // Before reading the last sequence, so that no event in between is missed.
  const stopListening = await listen(INBOX_CHANNEL, (payload) => {
    if (payload === '' || payload === String(teamId)) signal.wake();
  });
  openStreams.add(end);
  // Unlike the `close` event, this also fires if the client has already disconnected.
  finished(reply.raw, () => {
    end();
    openStreams.remove(end);
    stopListening().catch((error: unknown) =>
      request.log.warn({ err: error }, 'could not stop listening'),
    );
  });
  const isAuthorized = async () => {
    try {
      await authorizeTeamMember(request, SCOPE);
      return true;
    } catch (error) {
      if (error instanceof JsonApiError) return false;
      throw error;
    }
  };
  return streamEvents({
    db,
    teamId,
    // After restoring an older database, the client's id may be higher than any sequence.
    after: Math.min(readLastEventId(request) ?? Infinity, await getLastSequence(db, teamId)),
    signal,
    hasEnded: () => hasEnded,
    isAuthorized,
    heartbeatMs: limits.heartbeatMs,
  });
}

type OpenStreams = ReturnType<typeof createOpenStreams>;

/** Ends the streams at shutdown; one that is added later ends immediately. */
function createOpenStreams() {
  const ends = new Set<() => void>();
  let isShutDown = false;
  return {
    add(end: () => void) {
      if (isShutDown) end();
      else ends.add(end);
    },
    remove: (end: () => void) => ends.delete(end),
    endAll() {
      isShutDown = true;
      for (const end of ends) end();
    },
  };
}

/** The last sequence that the client has received; undefined on the first connection. */
function readLastEventId({ headers }: FastifyRequest): number | undefined {
  const text = String(headers['last-event-id'] ?? '');
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

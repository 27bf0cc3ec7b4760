import { finished, Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { INBOX_STREAM_PATH } from '#contract/gateway/inbox.ts';
import type { GatewayDependencies } from '#services/gateway/dependencies.ts';
import { getLastSequence } from '#services/gateway/inbox/inbox-events-store.ts';
import { JsonApiError } from '#services/platform/json-api/errors.ts';
import { createAlarm } from './alarm.ts';
import { streamEvents } from './event-stream.ts';
import { INBOX_CHANNEL } from './inbox-channel.ts';

const SCOPE = 'webhooks:read';

/**
 * The inbox as it fills (decisions.md, 38). With `Last-Event-ID` it begins with what was missed,
 * without it with what comes next. It ends with the reader's right to read, and at shutdown.
 */
export function eventStreamRoute(app: FastifyInstance, dependencies: GatewayDependencies): void {
  const { authorizeTeamMember } = dependencies;
  const endings = createEndings();
  app.addHook('preClose', async () => endings.endAll());

  app.route({
    method: 'GET',
    url: INBOX_STREAM_PATH,
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const { teamId } = await authorizeTeamMember(request, SCOPE);
      const events = await openStream(teamId, request, reply, endings, dependencies);
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
  endings: Endings,
  { db, listen, authorizeTeamMember, limits }: GatewayDependencies,
): Promise<AsyncGenerator<string>> {
  const alarm = createAlarm();
  let hasEnded = false;
  const end = () => {
    hasEnded = true;
    alarm.ring();
  };
  // Before the place is looked up, so that nothing comes in unheard between the two.
  const stopListening = await listen(INBOX_CHANNEL, (payload) => {
    if (payload === '' || payload === String(teamId)) alarm.ring();
  });
  endings.add(end);
  // Unlike the event `close`, this is told of a reader that has left by now too.
  finished(reply.raw, () => {
    end();
    endings.remove(end);
    stopListening().catch((error: unknown) => request.log.warn({ err: error }, 'still listening'));
  });
  const mayContinue = async () => {
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
    // A place ahead of all there is comes from a database before a restore: what comes next lies below it.
    after: Math.min(readPlace(request) ?? Infinity, await getLastSequence(db, teamId)),
    alarm,
    hasEnded: () => hasEnded,
    mayContinue,
    heartbeatMs: limits.heartbeatMs,
  });
}

type Endings = ReturnType<typeof createEndings>;

/** What ends at shutdown; a stream that is only being opened then ends as soon as it is. */
function createEndings() {
  const ends = new Set<() => void>();
  let isOver = false;
  return {
    add(end: () => void) {
      if (isOver) end();
      else ends.add(end);
    },
    remove: (end: () => void) => ends.delete(end),
    endAll() {
      isOver = true;
      for (const end of ends) end();
    },
  };
}

/** The last sequence that the reader has seen; undefined where it says none. */
function readPlace({ headers }: FastifyRequest): number | undefined {
  const text = String(headers['last-event-id'] ?? '');
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

import { finished, Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { TeamOperation } from '#contract/roles/role-table.ts';
import type { GatewayDependencies } from '#services/gateway/dependencies.ts';
import { ENDED_SESSIONS_CHANNEL } from '#services/platform/database/ended-sessions.ts';
import { JsonApiError } from '#services/platform/json-api/errors.ts';

/** Ends a wait early; a call of `wake` before the wait counts too. */
interface WakeSignal {
  wake(): void;
  /** Resolves on `wake`, or after `ms`. */
  wait(ms: number): Promise<void>;
}

/** A team's server-sent events, open for one client. */
export interface TeamStream {
  readonly teamId: number;
  /** Wakes the stream when there may be something new, and when it has to end. */
  readonly signal: WakeSignal;
  readonly hasEnded: () => boolean;
  /** Whether a session of the user has ended, which may be that of the stream. Only once. */
  readonly mustCheck: () => boolean;
  /** Checked then, and at each heartbeat: whether the client is still authorized. */
  readonly isAuthorized: () => Promise<boolean>;
  readonly heartbeatMs: number;
}

interface TeamStreamOptions {
  readonly url: string;
  /** Its name in the table of roles. */
  readonly id: TeamOperation;
  /** A notification of it wakes the team in its payload, or all teams if that is empty. */
  readonly channel: string;
  /** Called when the notifications are listened to, so that nothing in between is missed. */
  readonly open: (stream: TeamStream, request: FastifyRequest) => Promise<AsyncGenerator<string>>;
}

/** Streams server-sent events until the client leaves, is no longer authorized, or at shutdown. */
export function teamStreamRoute(
  app: FastifyInstance,
  { listen, limits, authorizeTeamMember }: GatewayDependencies,
  { url, id, channel, open }: TeamStreamOptions,
): void {
  const openStreams = createOpenStreams();
  app.addHook('preClose', async () => openStreams.endAll());
  app.route({
    method: 'GET',
    url,
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const { teamId, user } = await authorizeTeamMember(request, { id });
      const signal = createWakeSignal();
      let hasEnded = false;
      const end = () => {
        hasEnded = true;
        signal.wake();
      };
      const stopListening = await listen(channel, (payload) => {
        if (payload === '' || payload === String(teamId)) signal.wake();
      });
      let mustCheck = false;
      const stopWatching = await listen(ENDED_SESSIONS_CHANNEL, (payload) => {
        if (payload !== '' && payload !== user.id) return;
        mustCheck = true;
        signal.wake();
      });
      openStreams.add(end);
      // Unlike the `close` event, this also fires if the client has already disconnected.
      finished(reply.raw, () => {
        end();
        openStreams.remove(end);
        Promise.all([stopListening(), stopWatching()]).catch((error: unknown) =>
          request.log.warn({ err: error }, 'could not stop listening'),
        );
      });
      const isAuthorized = async () => {
        try {
          await authorizeTeamMember(request, { id });
          return true;
        } catch (error) {
          if (error instanceof JsonApiError) return false;
          throw error;
        }
      };
      const stream: TeamStream = {
        ...{ teamId, signal, isAuthorized },
        hasEnded: () => hasEnded,
        mustCheck() {
          const wasSet = mustCheck;
          mustCheck = false;
          return wasSet;
        },
        heartbeatMs: limits.heartbeatMs,
      };
      return reply
        .type('text/event-stream')
        .headers({ 'cache-control': 'no-store, no-transform', 'x-accel-buffering': 'no' })
        .send(Readable.from(await open(stream, request)));
    },
  });
}

/**
 * Sends what is new after each notification and heartbeat, so a lost notification loses nothing.
 *
 * @param readNew yields what is new; returns whether there may be more
 */
export async function* streamNew(
  { signal, hasEnded, mustCheck, isAuthorized, heartbeatMs }: TeamStream,
  readNew: () => AsyncGenerator<string, boolean>,
): AsyncGenerator<string> {
  let beatAt = performance.now();
  while (!hasEnded()) {
    if (mustCheck() && !(await isAuthorized())) return;
    const hasMore = yield* readNew();
    const untilBeat = beatAt + heartbeatMs - performance.now();
    if (!hasMore && untilBeat > 0) await signal.wait(untilBeat);
    if (performance.now() - beatAt < heartbeatMs) continue;
    if (!(await isAuthorized())) return;
    beatAt = performance.now();
    yield ': still here\n\n';
  }
}

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

function createWakeSignal(): WakeSignal {
  let isAwake = false;
  let resolveWait = () => {};
  return {
    wake() {
      isAwake = true;
      resolveWait();
    },
    async wait(ms) {
      if (!isAwake) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          resolveWait = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      isAwake = false;
    },
  };
}

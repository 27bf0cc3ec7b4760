import { finished, Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { JOBS_STREAM_EVENT, JOBS_STREAM_PATH } from '#contract/gateway/jobs.ts';
import type { GatewayDependencies } from '#services/gateway/dependencies.ts';
import { createWakeSignal } from '#services/gateway/inbox/stream/event-stream.ts';
import { addSeconds } from '#services/platform/clock.ts';
import { JsonApiError } from '#services/platform/json-api/errors.ts';
import { JOBS_CHANNEL } from './jobs-channel.ts';
import { listChangedJobs, toJobDocument } from './jobs-store.ts';

const SCOPE = 'teams:read';
/** Changes of other processes may become visible late. */
const OVERLAP_SECONDS = 60;
/** So many updates a second are enough for a progress bar. */
const PAUSE_MS = 200;

/** Streams each job of a team when it changes (decisions.md, 45). */
export function jobsStreamRoute(app: FastifyInstance, dependencies: GatewayDependencies): void {
  const { db, clock, listen, limits, authorizeTeamMember } = dependencies;
  const ends = new Set<() => void>();
  app.addHook('preClose', async () => {
    for (const end of ends) end();
  });
  app.route({
    method: 'GET',
    url: JOBS_STREAM_PATH,
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const { teamId } = await authorizeTeamMember(request, SCOPE);
      const signal = createWakeSignal();
      let hasEnded = false;
      const end = () => {
        hasEnded = true;
        signal.wake();
      };
      const since = addSeconds(clock.now(), -OVERLAP_SECONDS);
      const stopListening = await listen(JOBS_CHANNEL, (payload) => {
        if (payload === '' || payload === String(teamId)) signal.wake();
      });
      ends.add(end);
      finished(reply.raw, () => {
        end();
        ends.delete(end);
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
      const messages = async function* () {
        const sent = new Map<number, number>();
        yield ': connected\n\n';
        let beatAt = performance.now();
        while (!hasEnded) {
          for (const job of await listChangedJobs(db, teamId, since)) {
            if (sent.get(job.id) === job.revision) continue;
            sent.set(job.id, job.revision);
            const data = JSON.stringify(toJobDocument(job));
            yield `event: ${JOBS_STREAM_EVENT}\nid: ${job.id}.${job.revision}\ndata: ${data}\n\n`;
          }
          await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
          const untilBeat = beatAt + limits.heartbeatMs - performance.now();
          if (untilBeat > 0 && !hasEnded) await signal.wait(untilBeat);
          if (performance.now() - beatAt < limits.heartbeatMs) continue;
          if (!(await isAuthorized())) return;
          beatAt = performance.now();
          yield ': still here\n\n';
        }
      };
      return reply
        .type('text/event-stream')
        .headers({ 'cache-control': 'no-store, no-transform', 'x-accel-buffering': 'no' })
        .send(Readable.from(messages()));
    },
  });
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { JOBS_STREAM_EVENT, JOBS_STREAM_PATH } from '#contract/gateway/jobs.ts';
import type { GatewayDependencies } from '#services/gateway/dependencies.ts';
import {
  streamNew,
  type TeamStream,
  teamStreamRoute,
} from '#services/gateway/streams/team-stream-route.ts';
import { addSeconds } from '#services/platform/clock.ts';
import { JOBS_CHANNEL } from './jobs-channel.ts';
import { listChangedJobs, toJobDocument } from './jobs-store.ts';

/** Changes of other processes may become visible late. */
const OVERLAP_SECONDS = 60;
/** So many updates a second are enough for a progress bar. */
const PAUSE_MS = 200;

/** Streams each job of a team when it changes (decisions.md, 45). */
export function jobsStreamRoute(app: FastifyInstance, dependencies: GatewayDependencies): void {
  const { db, clock } = dependencies;
  teamStreamRoute(app, dependencies, {
    url: JOBS_STREAM_PATH,
    id: 'streamJobs',
    channel: JOBS_CHANNEL,
    open: async (stream) => streamJobs(db, stream, addSeconds(clock.now(), -OVERLAP_SECONDS)),
  });
}

async function* streamJobs(
  db: GatewayDependencies['db'],
  stream: TeamStream,
  since: Date,
): AsyncGenerator<string> {
  /** The revision that the client has of each job. */
  const sent = new Map<number, number>();
  yield ': connected\n\n';
  yield* streamNew(stream, async function* () {
    for (const job of await listChangedJobs(db, stream.teamId, since)) {
      if (sent.get(job.id) === job.revision) continue;
      sent.set(job.id, job.revision);
      const data = JSON.stringify(toJobDocument(job));
      yield `event: ${JOBS_STREAM_EVENT}\nid: ${job.id}.${job.revision}\ndata: ${data}\n\n`;
    }
    await sleep(PAUSE_MS);
    return false;
  });
}

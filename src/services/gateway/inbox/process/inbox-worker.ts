import type { GatewayDependencies } from '#services/gateway/dependencies.ts';
import { processReplays } from '#services/gateway/inbox/replay/process-replays.ts';
import { INBOX_CHANNEL, REPLAYS_CHANNEL } from '#services/gateway/inbox/stream/inbox-channel.ts';
import { sweepInbox } from '#services/gateway/inbox/sweep-inbox.ts';
import { startWorker, type Worker } from '#services/platform/jobs/worker.ts';
import { processEvents } from './process-events.ts';

/** A notification wakes the worker; this is for those that got lost. */
const LOOK_AGAIN_MS = 5_000;
const SWEEP_MS = 3_600_000;

/**
 * Starts what the inbox does in the background: processing what came in, replays, and
 * forgetting what is old. Any number of processes may run it over one database.
 * @returns stops it; resolves when the work under way has ended.
 */
export async function startInboxWorker({
  db,
  clock,
  log,
  listen,
}: Pick<GatewayDependencies, 'db' | 'clock' | 'log' | 'listen'>): Promise<Pick<Worker, 'stop'>> {
  const processing = startWorker({
    name: 'webhook-inbox',
    intervalMs: LOOK_AGAIN_MS,
    work: () => processEvents(db, clock, log),
    log,
  });
  const replaying = startWorker({
    name: 'webhook-replays',
    intervalMs: LOOK_AGAIN_MS,
    work: () => processReplays(db, clock, log),
    log,
  });
  const sweeping = startWorker({
    name: 'webhook-inbox-sweep',
    intervalMs: SWEEP_MS,
    work: () => sweepInbox(db, clock),
    log,
  });
  const stopListening = [
    await listen(INBOX_CHANNEL, () => processing.wake()),
    await listen(REPLAYS_CHANNEL, () => replaying.wake()),
  ];
  return {
    async stop() {
      await Promise.all(stopListening.map((stop) => stop()));
      await Promise.all([processing, replaying, sweeping].map((worker) => worker.stop()));
    },
  };
}

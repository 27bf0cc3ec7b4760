import type { GatewayDependencies } from '#services/gateway/dependencies.ts';
import { startWorker, type Worker } from '#services/platform/jobs/worker.ts';
import { INBOX_CHANNEL, REPLAYS_CHANNEL } from './inbox-channel.ts';
import { processEvents } from './process/process-events.ts';
import { processReplays } from './replay/process-replays.ts';
import { sweepInbox } from './sweep-inbox.ts';

/** Coalesce notifications of new events into one poll. */
const MIN_PAUSE_MS = 25;
const SWEEP_INTERVAL_MS = 3_600_000;

/**
 * Starts processing events, running replays and deleting old data. Any number of processes may do
 * this on one database.
 * @returns `stop` resolves when the running jobs have finished
 */
export async function startInboxWorker({
  db,
  clock,
  log,
  listen,
  limits,
}: Pick<GatewayDependencies, 'db' | 'clock' | 'log' | 'listen' | 'limits'>): Promise<
  Pick<Worker, 'stop'>
> {
  const processing = startWorker({
    name: 'webhook-inbox',
    intervalMs: limits.inboxPollMs,
    minPauseMs: MIN_PAUSE_MS,
    work: () => processEvents(db, clock, log),
    log,
  });
  const replaying = startWorker({
    name: 'webhook-replays',
    intervalMs: limits.inboxPollMs,
    work: () => processReplays(db, clock, log),
    log,
  });
  const sweeping = startWorker({
    name: 'webhook-inbox-sweep',
    intervalMs: SWEEP_INTERVAL_MS,
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

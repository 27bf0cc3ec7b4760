import { startWorker, type Worker } from '../../platform/jobs/worker.ts';
import type { GatewayDependencies } from '../dependencies.ts';
import { INBOX_CHANNEL } from './inbox-channel.ts';
import { processEvents } from './process-events.ts';
import { sweepInbox } from './sweep-inbox.ts';

/** A notification wakes the worker; this is for those that got lost. */
const LOOK_AGAIN_MS = 5_000;
const SWEEP_MS = 3_600_000;

/**
 * Starts what the inbox does in the background: processing what came in, and forgetting what is
 * old. Any number of processes may run it over one database.
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
  const sweeping = startWorker({
    name: 'webhook-inbox-sweep',
    intervalMs: SWEEP_MS,
    work: () => sweepInbox(db, clock),
    log,
  });
  const stopListening = await listen(INBOX_CHANNEL, () => processing.wake());
  return {
    async stop() {
      await stopListening();
      await Promise.all([processing.stop(), sweeping.stop()]);
    },
  };
}

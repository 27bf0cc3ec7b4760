import type { Storage } from '#services/platform/database/database.ts';
import { startWorker, type Worker } from '#services/platform/jobs/worker.ts';
import { type DeliveryDependencies, deliverDueMessages } from './deliver-messages.ts';
import { MESSAGES_CHANNEL } from './messages.ts';
import { sweepMessages } from './sweep-messages.ts';

/** For retries; a new message wakes the worker. */
const INTERVAL_MS = 2_000;
const SWEEP_MS = 3_600_000;

/** Delivers messages and deletes old ones. Any number of processes may run it. */
export function startMessagesWorker(
  dependencies: DeliveryDependencies & Pick<Storage, 'listen'>,
): Worker {
  const { db, clock, listen, log } = dependencies;
  const delivery = startWorker({
    name: 'messages',
    intervalMs: INTERVAL_MS,
    work: () => deliverDueMessages(dependencies),
    log,
  });
  const sweep = startWorker({
    name: 'messages-sweep',
    intervalMs: SWEEP_MS,
    work: () => sweepMessages(db, clock),
    log,
  });
  const listening = listen(MESSAGES_CHANNEL, () => delivery.wake()).catch((error: unknown) => {
    log.warn({ err: error, worker: 'messages' }, 'new messages are found only by polling');
    return async () => {};
  });
  return {
    wake: () => delivery.wake(),
    async stop() {
      const stopListening = await listening;
      await stopListening();
      await Promise.all([delivery.stop(), sweep.stop()]);
    },
  };
}

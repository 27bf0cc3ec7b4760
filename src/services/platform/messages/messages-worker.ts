import type { Storage } from '../database/database.ts';
import { startWorker, type Worker } from '../jobs/worker.ts';
import { type DeliveryDependencies, deliverDueMessages } from './deliver-messages.ts';
import { MESSAGES_CHANNEL } from './messages.ts';

/** A new message wakes the worker; this is for those that wait to be tried again. */
const INTERVAL_MS = 2_000;

/** Delivers messages until it is stopped; any number of processes may run one. */
export function startMessagesWorker(
  dependencies: DeliveryDependencies & Pick<Storage, 'listen'>,
): Worker {
  const { listen, log } = dependencies;
  const worker = startWorker({
    name: 'messages',
    intervalMs: INTERVAL_MS,
    work: () => deliverDueMessages(dependencies),
    log,
  });
  const listening = listen(MESSAGES_CHANNEL, () => worker.wake()).catch((error: unknown) => {
    log.warn({ err: error, worker: 'messages' }, 'new messages are only found by looking');
    return async () => {};
  });
  return {
    wake: () => worker.wake(),
    async stop() {
      const stopListening = await listening;
      await stopListening();
      await worker.stop();
    },
  };
}

import type { Storage } from '#services/platform/database/database.ts';
import { startWorker, type Worker } from '#services/platform/jobs/worker.ts';
import { type DeliveryDependencies, deliverDueMessages } from './deliver-messages.ts';
import { MESSAGES_CHANNEL } from './messages.ts';
import { sweepMessages } from './sweep-messages.ts';
import { CHANNELS } from './transport.ts';

/** For retries; a new message wakes the worker. */
const INTERVAL_MS = 2_000;
const SWEEP_MS = 3_600_000;

/** Delivers messages, each channel on its own, and deletes old ones. Any number of processes may run it. */
export function startMessagesWorker(
  dependencies: DeliveryDependencies & Pick<Storage, 'listen'>,
): Worker {
  const { db, clock, listen, log } = dependencies;
  const deliveries = CHANNELS.map((channel) =>
    startWorker({
      name: `messages-${channel}`,
      intervalMs: INTERVAL_MS,
      work: () => deliverDueMessages(dependencies, channel),
      log,
    }),
  );
  const wake = () => {
    for (const delivery of deliveries) delivery.wake();
  };
  const sweep = startWorker({
    name: 'messages-sweep',
    intervalMs: SWEEP_MS,
    work: () => sweepMessages(db, clock),
    log,
  });
  const listening = listen(MESSAGES_CHANNEL, wake).catch((error: unknown) => {
    log.warn({ err: error, worker: 'messages' }, 'new messages are found only by polling');
    return async () => {};
  });
  return {
    wake,
    async stop() {
      const stopListening = await listening;
      await stopListening();
      await Promise.all([...deliveries, sweep].map((worker) => worker.stop()));
    },
  };
}

import { startWorker, type Worker } from '../../platform/jobs/worker.ts';
import type { WebhookDependencies } from '../dependencies.ts';
import { type Attempt, beginAttempts, endAttempt } from './attempts.ts';
import { batchEvents } from './batch-events.ts';
import { createWebhookPoster, type WebhookPoster } from './post-webhook.ts';
import { signWebhook } from './sign-webhook.ts';
import { webhookSecretContext } from './webhook-targets.ts';

const INTERVAL_MS = 500;
/** Attempts under way at a time in this process. */
const CONCURRENCY = 64;

/** Starts sending a deployment's webhook events; any number of processes may do so at once. */
export function startWebhookWorker(dependencies: WebhookDependencies): Worker {
  const { db, clock, log } = dependencies;
  const poster = createWebhookPoster(dependencies);
  const underWay = new Map<Promise<void>, number>();

  const worker = startWorker({
    name: 'loyalty webhooks',
    intervalMs: INTERVAL_MS,
    log,
    async work() {
      const hasMoreEvents = await batchEvents(db, clock.now());
      const attempts = await beginAttempts(db, dependencies, {
        now: clock.now(),
        limit: CONCURRENCY - underWay.size,
        busyTargets: [...new Set(underWay.values())],
      });
      for (const attempt of attempts) {
        // Not awaited: a receiver that hangs must not keep the others waiting.
        const ended = deliver(dependencies, poster, attempt)
          .catch((error: unknown) => log.error({ err: error }, 'a webhook attempt was lost'))
          .finally(() => {
            underWay.delete(ended);
            worker.wake();
          });
        underWay.set(ended, attempt.targetId);
      }
      return hasMoreEvents;
    },
  });

  return {
    wake: worker.wake,
    async stop() {
      await worker.stop();
      await Promise.all(underWay.keys());
      await poster.close();
    },
  };
}

async function deliver(
  dependencies: WebhookDependencies,
  poster: WebhookPoster,
  attempt: Attempt,
): Promise<void> {
  const { db, clock, encryption } = dependencies;
  const secret = encryption.decrypt(attempt.sealedSecret, webhookSecretContext(attempt.programId));
  const headers = signWebhook(attempt.body, secret, clock.now());
  const result = await poster.post(attempt.url, attempt.body, headers);
  await endAttempt(db, dependencies, attempt, result, clock.now());
}

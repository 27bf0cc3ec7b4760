import { setTimeout as sleep } from 'node:timers/promises';
import type { WebhookDependencies } from '#services/loyalty/dependencies.ts';
import { startWorker, type Worker } from '#services/platform/jobs/worker.ts';
import { batchEvents } from './batch-events.ts';
import { type Attempt, beginAttempts, endAttempt } from './delivery-attempts.ts';
import { type AttemptResult, createWebhookPoster, type WebhookPoster } from './post-webhook.ts';
import { signWebhook } from './sign-webhook.ts';
import { sweepWebhooks } from './sweep-webhooks.ts';
import { webhookSecretContext } from './targets/webhook-targets.ts';

const INTERVAL_MS = 500;
/** Deliveries that end within it make room together: a look for each would cost more than the delivery. */
const REST_MS = 5;
const SWEEP_MS = 3_600_000;
/** Attempts under way at a time in this process: dozens of dead receivers leave room for the others. */
const CONCURRENCY = 256;
const STOP_GRACE_MS = 5_000;

/**
 * Starts sending a deployment's webhook events, and forgetting those that were sent long ago; any
 * number of processes may do so at once.
 */
export function startWebhookWorker(dependencies: WebhookDependencies): Worker {
  const { db, clock, log, stopGraceMs = STOP_GRACE_MS } = dependencies;
  const poster = createWebhookPoster(dependencies);
  const underWay = new Map<Promise<void>, number>();

  const worker = startWorker({
    name: 'loyalty-webhooks',
    intervalMs: INTERVAL_MS,
    minPauseMs: REST_MS,
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

  const sweep = startWorker({
    name: 'loyalty-webhooks-sweep',
    intervalMs: SWEEP_MS,
    log,
    work: () => sweepWebhooks(db, clock),
  });

  return {
    wake: worker.wake,
    async stop() {
      await Promise.all([worker.stop(), sweep.stop()]);
      const allEnded = Promise.all(underWay.keys());
      await Promise.race([allEnded, sleep(stopGraceMs, undefined, { ref: false })]);
      // What has no answer by now ends as a failed attempt, which is written down.
      await poster.close();
      await allEnded;
    },
  };
}

async function deliver(
  dependencies: WebhookDependencies,
  poster: WebhookPoster,
  attempt: Attempt,
): Promise<void> {
  const { db, clock } = dependencies;
  const secret = readSecret(dependencies, attempt);
  const result: AttemptResult =
    secret === undefined
      ? { status: null, error: 'The secret of the webhook can not be read' }
      : await poster.post(
          attempt.url,
          attempt.body,
          signWebhook(attempt.body, secret, clock.now()),
        );
  await endAttempt(db, dependencies, attempt, result, clock.now());
}

/** Undefined where it was encrypted with a key that this deployment doesn't have. */
function readSecret(
  { encryption, log }: WebhookDependencies,
  { encryptedSecret, programId, targetId }: Attempt,
): string | undefined {
  try {
    return encryption.decrypt(encryptedSecret, webhookSecretContext(programId));
  } catch (error) {
    log.error({ err: error, programId, targetId }, 'the secret of a webhook can not be read');
    return undefined;
  }
}

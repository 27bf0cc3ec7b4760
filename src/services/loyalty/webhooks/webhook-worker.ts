import { setTimeout as sleep } from 'node:timers/promises';
import type { WebhookDependencies } from '#services/loyalty/dependencies.ts';
import { createGroupCommit } from '#services/platform/database/group-commit.ts';
import { startWorker, type Worker } from '#services/platform/jobs/worker.ts';
import { batchEvents } from './batch-events.ts';
import {
  type Attempt,
  type AttemptEnd,
  finishAttempts,
  startAttempts,
} from './delivery-attempts.ts';
import { type AttemptResult, createWebhookPoster, type WebhookPoster } from './post-webhook.ts';
import { signWebhook } from './sign-webhook.ts';
import { sweepWebhooks } from './sweep-webhooks.ts';
import { webhookSecretContext } from './targets/webhook-targets.ts';

const INTERVAL_MS = 500;
/** Coalesce finished deliveries into one transaction, and into one poll. */
const GATHER_MS = 5;
const MIN_PAUSE_MS = 10;
const SWEEP_INTERVAL_MS = 3_600_000;
/** Concurrent attempts of this process; enough that dozens of dead receivers don't block others. */
const CONCURRENCY = 256;
const STOP_GRACE_MS = 5_000;

/** Sends webhook events and deletes old ones. Any number of processes may do this on one database. */
export function startWebhookWorker(dependencies: WebhookDependencies): Worker {
  const { db, clock, log, stopGraceMs = STOP_GRACE_MS } = dependencies;
  const poster = createWebhookPoster(dependencies);
  const finish = createGroupCommit({
    async write(ends: readonly AttemptEnd[]) {
      await finishAttempts(db, dependencies, ends);
      return ends.map(() => undefined);
    },
    maxItems: CONCURRENCY,
    gatherMs: GATHER_MS,
  });
  /** Running attempts, with their target's id. */
  const running = new Map<Promise<void>, number>();

  const worker = startWorker({
    name: 'loyalty-webhooks',
    intervalMs: INTERVAL_MS,
    minPauseMs: MIN_PAUSE_MS,
    log,
    async work() {
      const hasMoreEvents = await batchEvents(db, clock.now());
      const attempts = await startAttempts(db, dependencies, {
        now: clock.now(),
        limit: CONCURRENCY - running.size,
        busyTargets: [...new Set(running.values())],
      });
      for (const attempt of attempts) {
        // Not awaited, so that a receiver that hangs doesn't block the others.
        const ended = deliver(dependencies, poster, attempt)
          .then((result) => finish({ ...attempt, result, endedAt: clock.now() }))
          .catch((error: unknown) => log.error({ err: error }, 'webhook attempt failed'))
          .finally(() => {
            running.delete(ended);
            worker.wake();
          });
        running.set(ended, attempt.targetId);
      }
      return hasMoreEvents;
    },
  });

  const sweep = startWorker({
    name: 'loyalty-webhooks-sweep',
    intervalMs: SWEEP_INTERVAL_MS,
    log,
    work: () => sweepWebhooks(db, clock),
  });

  return {
    wake: worker.wake,
    async stop() {
      await Promise.all([worker.stop(), sweep.stop()]);
      const allEnded = Promise.all(running.keys());
      await Promise.race([allEnded, sleep(stopGraceMs, undefined, { ref: false })]);
      // Attempts without a response now fail, and are logged as failed.
      await poster.close();
      await allEnded;
    },
  };
}

async function deliver(
  dependencies: WebhookDependencies,
  poster: WebhookPoster,
  attempt: Attempt,
): Promise<AttemptResult> {
  const secret = decryptSecret(dependencies, attempt, attempt.encryptedSecret);
  if (secret === undefined)
    return { status: null, error: "The webhook's secret can't be decrypted" };
  const send = (key: string) =>
    poster.post(
      attempt.url,
      attempt.body,
      signWebhook(attempt.body, key, dependencies.clock.now()),
    );
  const result = await send(secret);
  // The receiver may not have the new secret yet.
  const { previousEncryptedSecret } = attempt;
  if (previousEncryptedSecret === null || !isRejected(result)) return result;
  const previous = decryptSecret(dependencies, attempt, previousEncryptedSecret);
  return previous === undefined ? result : send(previous);
}

const isRejected = ({ status }: AttemptResult) =>
  status !== null && status >= 400 && status < 500 && status !== 429;

/** Undefined if it was encrypted with a key that this deployment doesn't have. */
function decryptSecret(
  { encryption, log }: WebhookDependencies,
  { programId, targetId }: Attempt,
  encryptedSecret: string,
): string | undefined {
  try {
    return encryption.decrypt(encryptedSecret, webhookSecretContext(programId));
  } catch (error) {
    log.error({ err: error, programId, targetId }, "webhook secret can't be decrypted");
    return undefined;
  }
}

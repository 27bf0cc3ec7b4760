import { setTimeout as sleep } from 'node:timers/promises';
import type { WebhookDependencies } from '#services/loyalty/dependencies.ts';
import { createGroupCommit } from '#services/platform/database/group-commit.ts';
import { inParts } from '#services/platform/database/in-parts.ts';
import { splitByBytes } from '#services/platform/database/turns/split-by-bytes.ts';
import { startWorker, type Worker } from '#services/platform/jobs/worker.ts';
import { createEventBatcher } from './batches/batch-events.ts';
import { resendEvents } from './batches/resend-events.ts';
import { isChanged, replaceRequest } from './sending/changed-requests.ts';
import { completeOldDeliveries } from './sending/complete-deliveries.ts';
import {
  type Attempt,
  type AttemptEnd,
  finishAttempts,
  startAttempts,
} from './sending/delivery-attempts.ts';
import { type DueDelivery, listDueDeliveries } from './sending/due-deliveries.ts';
import { createPlaces } from './sending/places.ts';
import { createWebhookPoster } from './sending/post-webhook.ts';
import { buildBodies, type RequestBody } from './sending/request-body.ts';
import { sendDelivery } from './sending/send-delivery.ts';
import { createSetAside } from './set-aside.ts';
import { sweepWebhooks } from './sweep-webhooks.ts';
import { switchDueSecrets } from './targets/webhook-secrets.ts';

const INTERVAL_MS = 500;
/** Coalesce finished deliveries into one transaction, and into one poll. */
const GATHER_MS = 5;
const MIN_PAUSE_MS = 10;
const SWEEP_INTERVAL_MS = 3_600_000;
/** Ends of attempts that are stored together. */
const MAX_ENDS = 256;
/** The size of events that are loaded together. */
const LOAD_BYTES = 1024 * 1024;
const STOP_GRACE_MS = 5_000;

/** Sends webhook events and deletes old ones. Any number of processes may do this on one database. */
export function startWebhookWorker(dependencies: WebhookDependencies): Worker {
  const { db, clock, log, stopGraceMs = STOP_GRACE_MS } = dependencies;
  const poster = createWebhookPoster(dependencies);
  const batcher = createEventBatcher(db, log);
  const setAside = createSetAside();
  const places = createPlaces(() => worker.wake());
  const running = new Set<Promise<void>>();
  const finish = createGroupCommit({
    async write(ends: readonly AttemptEnd[]) {
      await finishAttempts(db, dependencies, ends);
      return ends.map(() => undefined);
    },
    maxItems: MAX_ENDS,
    gatherMs: GATHER_MS,
  });

  /** Claims a delivery, and sends it without waiting, so that a receiver that hangs doesn't block the others. */
  async function start(due: readonly DueDelivery[]): Promise<void> {
    const ids = due.map(({ id }) => id);
    const attempts = await startAttempts(db, dependencies, { now: clock.now(), ids });
    const bodies = new Map<number, RequestBody>();
    await inParts(
      attempts,
      async (part) => {
        const built = await buildBodies(db, part);
        for (const [index, { deliveryId }] of part.entries()) {
          const body = built[index];
          if (body) bodies.set(deliveryId, body);
        }
      },
      ({ deliveryId, programId }, error) =>
        log.error({ err: error, programId, deliveryId }, "a webhook request can't be built"),
    );
    for (const attempt of attempts) {
      const delivery = due.find(({ id }) => id === attempt.deliveryId);
      const leave = delivery && places.take(delivery);
      const ended = attemptDelivery(attempt, bodies.get(attempt.deliveryId))
        .catch((error: unknown) => log.error({ err: error }, 'webhook attempt failed'))
        .finally(() => {
          leave?.();
          running.delete(ended);
          worker.wake();
        });
      running.add(ended);
    }
  }

  async function attemptDelivery(attempt: Attempt, body: RequestBody | undefined): Promise<void> {
    if (body && isChanged(attempt, body)) {
      await replaceRequest(db, attempt, body, clock.now());
      return;
    }
    const unbuilt = {
      result: { status: null, error: "The request can't be built" },
      headers: null,
    };
    const sent = body ? await sendDelivery(dependencies, poster, attempt, body) : unbuilt;
    await finish({ ...attempt, ...sent, bodyHash: body?.hash ?? null, endedAt: clock.now() });
  }

  const worker = startWorker({
    name: 'loyalty-webhooks',
    intervalMs: INTERVAL_MS,
    minPauseMs: MIN_PAUSE_MS,
    log,
    async work() {
      await switchDueSecrets(db, clock.now());
      const hasNew = await batcher.run(clock.now());
      const hasResends = await resendEvents(db, log, clock.now());
      const now = clock.now();
      const due = await listDueDeliveries(db, {
        now,
        busyTargets: places.busyTargets(),
        setAside: setAside.list(now),
      });
      const chosen = places.choose(due);
      for (const part of splitByBytes(chosen, { maxBytes: LOAD_BYTES, bytesOf: loadedBytes })) {
        await inParts(part, start, ({ id, programId }, error) => {
          log.error({ err: error, programId, deliveryId: id }, 'a webhook delivery was set aside');
          setAside.add(id, now);
        });
      }
      return hasNew || hasResends;
    },
  });

  const sweep = startWorker({
    name: 'loyalty-webhooks-sweep',
    intervalMs: SWEEP_INTERVAL_MS,
    log,
    work: async () => {
      const hasOld = await completeOldDeliveries(db, log);
      return (await sweepWebhooks(db, clock)) || hasOld;
    },
  });

  return {
    wake: worker.wake,
    async stop() {
      await Promise.all([worker.stop(), sweep.stop()]);
      const allEnded = Promise.all(running);
      await Promise.race([allEnded, sleep(stopGraceMs, undefined, { ref: false })]);
      // Attempts without a response now fail, and are logged as failed.
      await poster.close();
      await allEnded;
    },
  };
}

/** Deliveries with the same events are next to each other, and load them once. */
function loadedBytes(delivery: DueDelivery, previous: DueDelivery | undefined): number {
  const { firstEventId, bytes } = delivery;
  return firstEventId !== null && firstEventId === previous?.firstEventId ? 0 : bytes;
}

import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { envelope, tierUpgrade } from '#services/gateway/testing/sign-webhook.ts';
import { programs } from '#services/loyalty/programs/programs-table.ts';
import { deliveries } from '#services/loyalty/webhooks/deliveries-table.ts';
import { createWebhookTarget } from '#services/loyalty/webhooks/targets/webhook-targets.ts';
import { webhookTargets } from '#services/loyalty/webhooks/webhook-targets-table.ts';
import { startWebhookWorker } from '#services/loyalty/webhooks/webhook-worker.ts';
import type { Storage } from '#services/platform/database/database.ts';
import { openEmbedded } from '#services/platform/database/embedded/embedded.ts';
import { openPostgres } from '#services/platform/database/postgres/postgres.ts';
import { silentLog } from '#services/platform/testing/silent-log.ts';
import { startBenchProcess } from '../bench-process.ts';
import type { Figure } from '../figure.ts';
import { withDatabase } from '../temporary-database.ts';
import { startReceiver } from './start-receiver.ts';
import { webhookDependencies } from './webhook-dependencies.ts';

const SUITE = 'webhook deliveries';
const TARGETS = 100;
const REQUESTS = 4000;
/** Rows per statement. */
const CHUNK = 1000;
/** Everything is received long before this, or never. */
const TIME_LIMIT_MS = 120_000;

interface Stoppable {
  stop(): Promise<void>;
}

/**
 * Deliveries per second to receivers that respond immediately: claimed, signed, posted and recorded, by
 * one worker on PGlite, and by one and by three worker processes on PostgreSQL.
 */
export async function benchWebhookDeliveries(): Promise<Figure[]> {
  const directory = mkdtempSync(join(tmpdir(), 'patron-bench-'));
  try {
    const embedded = await benchEmbedded(directory);
    const onPostgres = await withDatabase((url) => benchPostgres(url, directory));
    return [embedded, ...onPostgres];
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

async function benchEmbedded(directory: string): Promise<Figure> {
  const storage = await openEmbedded(directory);
  try {
    const startWorkers = async () => [
      startWebhookWorker(await webhookDependencies(storage, directory)),
    ];
    const value = await measureDeliveries(storage, directory, startWorkers);
    return { suite: SUITE, name: 'PGlite, one worker', unit: '/s', value };
  } finally {
    await storage.close();
  }
}

async function benchPostgres(url: string, directory: string): Promise<Figure[]> {
  const storage = await openPostgres(url, silentLog);
  const measure = (count: number) =>
    measureDeliveries(storage, directory, () =>
      Promise.all(
        Array.from({ length: count }, () =>
          startBenchProcess(import.meta.resolve('./delivery-worker.ts'), {
            DATABASE_URL: url,
            PATRON_DATA_DIR: directory,
          }),
        ),
      ),
    );
  try {
    const one = await measure(1);
    const three = await measure(3);
    return [
      { suite: SUITE, name: 'PostgreSQL, one worker process', unit: '/s', value: one },
      {
        suite: SUITE,
        name: 'PostgreSQL, three worker processes',
        unit: '/s',
        value: three,
        against: { name: 'one worker process', value: one },
      },
    ];
  } finally {
    await storage.close();
  }
}

/** The time from when the deliveries are due, with workers waiting, until the last one is received. */
async function measureDeliveries(
  storage: Storage,
  directory: string,
  startWorkers: () => Promise<Stoppable[]>,
): Promise<number> {
  const receiver = await startReceiver();
  const targetIds = await addTargets(storage, directory, receiver.url);
  const workers = await startWorkers();
  try {
    await addRequests(storage, targetIds);
    const start = performance.now();
    await receiver.waitFor(REQUESTS, start + TIME_LIMIT_MS);
    return (REQUESTS / (performance.now() - start)) * 1000;
  } finally {
    await Promise.all(workers.map((worker) => worker.stop()));
    await receiver.stop();
  }
}

/** Creates a separate program with this many targets; earlier programs have nothing left to send. */
async function addTargets(storage: Storage, directory: string, url: string): Promise<number[]> {
  const { db } = storage;
  const { encryption } = await webhookDependencies(storage, directory);
  await db.update(webhookTargets).set({ disabledAt: new Date() });
  const values = { partnerId: randomUUID(), name: 'Deliveries', referralBaseUrl: '' };
  const [program] = await db.insert(programs).values(values).returning({ id: programs.id });
  const programId = program?.id as number;
  for (let target = 0; target < TARGETS; target++) {
    await createWebhookTarget(db, encryption, { programId, url, secret: 'patron-bench-secret' });
  }
  const rows = await db.select().from(webhookTargets);
  return rows.filter((row) => row.programId === programId).map(({ id }) => id);
}

/** Inserts deliveries that are all due now. */
async function addRequests({ db }: Storage, targetIds: readonly number[]): Promise<void> {
  const now = new Date();
  const rows = Array.from({ length: REQUESTS }, (_, index) => {
    const requestId = randomUUID();
    return {
      targetId: targetIds[index % targetIds.length] as number,
      requestId,
      body: envelope([tierUpgrade(randomUUID())], { request_id: requestId }),
      nextAttemptAt: now,
      createdAt: now,
    };
  });
  await db.transaction(async (tx) => {
    for (let start = 0; start < REQUESTS; start += CHUNK) {
      await tx.insert(deliveries).values(rows.slice(start, start + CHUNK));
    }
  });
}

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { sql } from 'drizzle-orm';
import { seedLoyalty } from '#services/demo/seed/loyalty/loyalty.ts';
import { startJobs, type TestJobs } from '#services/gateway/testing/start-jobs.ts';
import { startLoyalty, type TestLoyalty } from '#services/loyalty/testing/start-loyalty.ts';
import type { Storage } from '#services/platform/database/database.ts';
import { growDirectory } from './grow-directory.ts';
import { CREDENTIALS, growMembers, SEEDED_MEMBERS } from './grow-members.ts';

const SAMPLE_MS = 100;
const MEGABYTE = 1_000_000;

/** A loyalty service, and a gateway with its directory and jobs, on one database. */
export interface Members {
  storage: Storage;
  loyalty: TestLoyalty;
  gateway: TestJobs;
  close(): Promise<void>;
}

/** Starts both with the demo's members; team 1 is connected, and its directory is empty. */
export async function startMembers(storage: Storage): Promise<Members> {
  const loyalty = await startLoyalty(storage, { responseChecks: 'sample' });
  const { encryption, clock } = loyalty.dependencies;
  await seedLoyalty(storage.db, {
    now: clock.now(),
    encryption,
    webhookUrl: 'http://127.0.0.1:9/',
  });
  const gateway = await startJobs(storage, {
    clock,
    encryption,
    // The service is ours: it records changes itself, with the user of the job.
    servesLoyalty: true,
    loyaltyBaseUrl: loyalty.baseUrl,
  });
  await gateway.connect(1, undefined, CREDENTIALS);
  return {
    storage,
    loyalty,
    gateway,
    async close() {
      await gateway.close();
      await loyalty.close();
    },
  };
}

/** A crawl of more members takes many minutes; PATRON_TEST_BENCH_CRAWLED has another number. */
export const CRAWLED_MAX = Number(process.env.PATRON_TEST_BENCH_CRAWLED ?? 100_000);

/** Grows the members to `size`. The directory stays empty, or is filled by SQL if they are more than `CRAWLED_MAX`. */
export async function fillMembers({ storage, gateway }: Members, size: number): Promise<void> {
  const crawled = Math.min(size, CRAWLED_MAX);
  await growMembers(storage, SEEDED_MEMBERS, crawled);
  if (size <= CRAWLED_MAX) return;
  await gateway.update();
  await growMembers(storage, crawled, size);
  await growDirectory(storage, crawled, size);
  await vacuumDirectory(storage);
}

/** As PostgreSQL does by itself after some time. */
export async function vacuumDirectory({ db }: Storage): Promise<void> {
  for (const table of ['directory_members', 'directory_words', 'directory_counts']) {
    await db.execute(sql`vacuum analyze ${sql.identifier(table)}`);
  }
}

/** How long something took, and the most memory that this process had during it. */
export interface Run {
  ms: number;
  peakMegabytes: number;
}

export async function run(work: () => Promise<unknown>): Promise<Run> {
  // What earlier work left doesn't count.
  collectGarbage();
  let peak = process.memoryUsage.rss();
  const sample = () => {
    peak = Math.max(peak, process.memoryUsage.rss());
  };
  const timer = setInterval(sample, SAMPLE_MS);
  const start = performance.now();
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  const ms = performance.now() - start;
  sample();
  return { ms, peakMegabytes: peak / MEGABYTE };
}

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}

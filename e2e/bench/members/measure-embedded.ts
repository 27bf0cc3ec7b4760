import { setTimeout as sleep } from 'node:timers/promises';
import { DAY_SECONDS } from '#services/platform/clock.ts';
import { vacuumEmbedded } from '#services/platform/jobs/vacuum-embedded.ts';
import { type Figure, formatFigures } from '../figure.ts';
import { summarize } from '../statistics.ts';
import { onEachStorage } from '../storages.ts';
import { listIds } from './jobs.ts';
import { recordPauses } from './pauses.ts';
import { fillMembers, run, startMembers } from './start-members.ts';

// A process of `embedded.ts`: measures with as many members as MEMBERS says.

const PAUSE_LIMIT_MS = 250;
/** A search beside background work may take this many times as long as one at rest. */
const SEARCH_BUDGET = 2;
const CRAWL_MEGABYTES = 750;
const IDLE_MS = 5_000;
const SEARCH_INTERVAL_MS = 200;
/** Rows of a job and of an import. */
const ROWS = 2_000;

const size = Number(process.env.MEMBERS);
const suite = `embedded, ${size.toLocaleString('en')} members`;

const figures = await onEachStorage(async (_, storage) => {
  const members = await startMembers(storage);
  const { gateway, loyalty } = members;
  const pauses = recordPauses(gateway.url);
  const measured: Figure[] = [];
  let idle = { p99: Number.NaN, search: Number.NaN };

  /** Searches until the work ends. @returns the median, in milliseconds */
  const searchDuring = async (work: Promise<unknown>): Promise<number> => {
    const samples: number[] = [];
    let isWorking = true;
    const end = work.finally(() => {
      isWorking = false;
    });
    while (isWorking) {
      const start = performance.now();
      await gateway.list({ q: 'mar', count: '50' });
      samples.push(performance.now() - start);
      await Promise.race([sleep(SEARCH_INTERVAL_MS), end]);
    }
    await end;
    return summarize(samples).p50;
  };

  /**
   * @param options.rows that the work changes
   * @param options.megabytes limit of the memory
   */
  const measure = async (
    name: string,
    work: () => Promise<unknown>,
    { rows, megabytes }: { rows?: number; megabytes?: number } = {},
  ) => {
    await pauses.take();
    let search = Number.NaN;
    const { ms, peakMegabytes } = await run(async () => {
      search = await searchDuring(work());
    });
    const { longest } = await pauses.take();
    const figures: Figure[] = [
      { suite, name: `${name}, longest pause`, unit: 'ms', value: longest, limit: PAUSE_LIMIT_MS },
      {
        ...{ suite, name: `${name}, longest pause`, unit: 'ms', value: longest },
        against: { name: 'p99 at rest', value: idle.p99 },
      },
      {
        ...{ suite, name: `search during ${name}, p50`, unit: 'ms', value: search },
        against: { name: 'at rest', value: idle.search },
        budget: SEARCH_BUDGET,
      },
      { suite, name: `${name}, duration`, unit: 'ms', value: ms },
      {
        ...{ suite, name: `${name}, peak memory`, unit: 'MB', value: peakMegabytes },
        ...(megabytes ? { limit: megabytes } : {}),
      },
      ...(rows
        ? [{ suite, name: `${name}, rows`, unit: '/s', value: rows / (ms / 1000) } as const]
        : []),
    ];
    // The next ones may take minutes.
    console.log(`\n${formatFigures(figures)}`);
    measured.push(...figures);
  };

  const vacuum = async () => {
    while ((await vacuumEmbedded(storage.db, true)) !== undefined);
  };

  try {
    await fillMembers(members, size);
    await pauses.take();
    idle.search = await searchDuring(sleep(IDLE_MS));
    idle.p99 = (await pauses.take()).p99;
    await measure('first crawl', gateway.update, { megabytes: CRAWL_MEGABYTES });
    // With the directory filled.
    idle = { search: await searchDuring(sleep(IDLE_MS)), p99: (await pauses.take()).p99 };
    loyalty.clock.advance(DAY_SECONDS);
    await measure('daily crawl', gateway.update, { megabytes: CRAWL_MEGABYTES });
    // As the worker does in a quiet moment.
    await vacuum();
    const ids = await listIds(members, ROWS);
    const runJob = async () => {
      const change = { add_tags: ['bench'] };
      const selection = { ids: ids.map(({ id }) => id) };
      await gateway.create({ kind: 'change', change, selection });
      await gateway.work();
    };
    await measure('job', runJob, { rows: ids.length });
    const runImport = async () => {
      const rows = ids.map(({ member_id }) => `${member_id},patron_${size}`);
      const job = await gateway.upload(['member_id,instagram_handle', ...rows].join('\r\n'));
      await gateway.move(job, 'start');
      await gateway.work();
    };
    await measure('import', runImport, { rows: ids.length });
    await measure('vacuum', vacuum);
    return measured;
  } finally {
    await pauses.stop();
    await members.close();
  }
});
process.send?.(figures);
// Keeps the process until the figures have been received.
process.once('disconnect', () => process.exit());

import type { Figure } from '../figure.ts';
import { load } from '../load.ts';
import { startPatronProcesses } from '../patron-processes.ts';
import { percentile } from '../statistics.ts';
import { withDatabase } from '../temporary-database.ts';
import { createLanes } from './lanes.ts';
import { measureUsage, type Usage } from './processor-time.ts';

const COUNTS = [1, 2, 3];
const SECONDS = 5;
/** PATRON_TEST_BENCH_ROUNDS has another number. */
const ROUNDS = Number(process.env.PATRON_TEST_BENCH_ROUNDS ?? 3);

interface Measured extends Usage {
  perSecond: number;
  p99: number;
  /** Requests while the processor time was measured. */
  requests: number;
}

/** By the number of processes. */
type Runs = Map<number, Measured[]>;

/**
 * What a second and a third process on one PostgreSQL give, and who uses the processors: the processes, the
 * database or the clients. Each number of processes has its own database.
 */
export async function benchScaleOut(): Promise<Figure[]> {
  const works = new Map<string, Runs>();
  for (let round = 0; round < ROUNDS; round++) {
    for (const count of COUNTS) {
      await withDatabase(async (url) => {
        for (const [work, measured] of await measureProcesses(url, count)) {
          const runs = works.get(work) ?? new Map();
          works.set(work, runs.set(count, [...(runs.get(count) ?? []), measured]));
        }
        return [];
      });
    }
  }
  return [...works].flatMap(([work, runs]) => toFigures(work, runs));
}

async function measureProcesses(
  databaseUrl: string,
  count: number,
): Promise<[work: string, Measured][]> {
  const processes = await startPatronProcesses(databaseUrl, count);
  try {
    const { urls } = processes;
    const measured: [string, Measured][] = [];
    for (const [work, lanes] of Object.entries(await createLanes(urls))) {
      let requests = 0;
      const counted = lanes.map((lane) => async () => {
        await lane();
        requests += 1;
      });
      let rates = { perSecond: 0, p99: 0 };
      const usage = await measureUsage(databaseUrl, urls, async () => {
        rates = await load(counted, SECONDS);
      });
      if (usage.waits.length > 0) console.log(`  ${work}, ${count}: ${usage.waits.join('; ')}`);
      measured.push([work, { ...usage, ...rates, requests }]);
    }
    return measured;
  } finally {
    await processes.stop();
  }
}

function toFigures(work: string, runs: Runs): Figure[] {
  const suite = `${work}, PostgreSQL`;
  return [...runs].flatMap(([count, measured]): Figure[] => {
    const name = count === 1 ? 'one process' : `${count} processes`;
    const median = (of: readonly Measured[], read: (each: Measured) => number) =>
      percentile(of.map(read), 0.5);
    const figure = (what: string, unit: Figure['unit'], read: (each: Measured) => number) => {
      const against = { name: 'one process', value: median(runs.get(1) ?? [], read) };
      const value = median(measured, read);
      return { suite, name: `${name}${what}`, unit, value, ...(count > 1 && { against }) };
    };
    return [
      figure('', '/s', ({ perSecond }) => perSecond),
      figure(', p99', 'ms', ({ p99 }) => p99),
      figure(', processes, a request', 'ms', ({ patron, requests }) => patron / requests),
      figure(', database, a request', 'ms', ({ database, requests }) => database / requests),
      figure(', clients, a request', 'ms', ({ client, requests }) => client / requests),
      figure(', processors in use', '', ({ patron, database, client, ms }) =>
        Number(((patron + database + client) / ms).toFixed(2)),
      ),
      figure(', share that waits for locks', '', ({ lockShare }) => Number(lockShare.toFixed(2))),
    ];
  });
}

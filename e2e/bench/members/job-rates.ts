import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'undici';
import type { Job } from '#contract/gateway/job.ts';
import type { Figure } from '../figure.ts';
import { startPatronProcesses } from '../patron-processes.ts';
import { percentile } from '../statistics.ts';
import { onEachDatabase } from '../storages.ts';
import { createClient, type DemoClient } from '../webhooks/demo-client.ts';

const ROWS = 1_500;
/** PATRON_TEST_BENCH_ROUNDS has another number; one more isn't counted, in which Node still compiles. */
const ROUNDS = Number(process.env.PATRON_TEST_BENCH_ROUNDS ?? 3);
const PAGE = 200;
const SEARCH_INTERVAL_MS = 100;
const SEARCHES_AT_REST = 40;
/** A search beside a job may take this many times as long as one at rest. */
const SEARCH_BUDGET = 2;
/** For 200 rows a second on the embedded database, and 500 on PostgreSQL. */
const ROW_LIMITS_MS: Record<string, number> = { PGlite: 5, PostgreSQL: 2 };

/** Jobs on members whose loyalty service is in the same process, each with searches beside it. */
export function benchJobRates(): Promise<Figure[]> {
  return onEachDatabase(benchDatabase);
}

interface Rates {
  /** Of a row, in milliseconds. */
  elapsed: number[];
  /** Of the process, in milliseconds for a row. */
  cpu: number[];
  searches: number[];
}

async function benchDatabase(name: string, databaseUrl: string | undefined): Promise<Figure[]> {
  const environment = { PATRON_DIRECTORY_POLL_SECONDS: '10' };
  const patron = await startPatronProcesses(databaseUrl, 1, environment);
  const [url = ''] = patron.urls;
  try {
    const client = await createClient(url, 1);
    await untilCurrent(client);
    const members = await listMembers(client);
    const jobs: Record<string, (text: string) => Promise<Job>> = {
      tags: (tag) => createChange(client, members, { add_tags: [tag] }),
      points: (reason) => createChange(client, members, { points: { points: 10, reason } }),
      import: (handle) => startImport(client, members, handle),
    };
    const rates = Object.keys(jobs).map((job): [string, Rates] => [
      job,
      { elapsed: [], cpu: [], searches: [] },
    ]);
    const atRest: number[] = [];
    for (let round = 0; round <= ROUNDS; round++) {
      const rest: number[] = [];
      for (let search = 0; search < SEARCHES_AT_REST; search++) await timeSearch(client, rest);
      if (round > 0) atRest.push(...rest);
      for (const [job, counted] of rates) {
        const start = jobs[job] as (text: string) => Promise<Job>;
        await measure(url, client, () => start(`${job}-${round}`), {
          ...(round === 0 ? { elapsed: [], cpu: [], searches: [] } : counted),
        });
      }
    }
    const suite = `job-rates, ${name}`;
    return rates.flatMap(([job, { elapsed, cpu, searches }]): Figure[] => [
      { suite, name: `${job}, rows`, unit: '/s', value: 1_000 / percentile(elapsed, 0.5) },
      {
        ...{ suite, name: `${job}, a row`, unit: 'ms', limit: ROW_LIMITS_MS[name] },
        value: percentile(elapsed, 0.5),
      },
      { suite, name: `${job}, CPU time of a row`, unit: 'ms', value: percentile(cpu, 0.5) },
      {
        ...{ suite, name: `search during ${job}, p50`, unit: 'ms', budget: SEARCH_BUDGET },
        value: percentile(searches, 0.5),
        against: { name: 'at rest', value: percentile(atRest, 0.5) },
      },
    ]);
  } finally {
    await patron.stop();
  }
}

async function measure(
  url: string,
  client: DemoClient,
  start: () => Promise<Job>,
  { elapsed, cpu, searches }: Rates,
): Promise<void> {
  const job = await start();
  let isWorking = true;
  const searching = (async () => {
    while (isWorking) await timeSearch(client, searches);
  })();
  const cpuBefore = await readCpu(url);
  const startedAt = performance.now();
  const { changed } = await client.waitForJob(job, 'done');
  elapsed.push((performance.now() - startedAt) / ROWS);
  cpu.push((await readCpu(url)) - cpuBefore);
  isWorking = false;
  await searching;
  if (changed !== ROWS) throw new Error(`${changed} of ${ROWS} members were changed`);
}

async function timeSearch(client: DemoClient, samples: number[]): Promise<void> {
  const startedAt = performance.now();
  await client.get('/directory/members?q=mar&count=50');
  samples.push(performance.now() - startedAt);
  await sleep(SEARCH_INTERVAL_MS);
}

interface Listed {
  data: { id: string; member_id: string }[];
  next_cursor: string;
  directory: { state: string };
}

/** Until the directory is complete. */
async function untilCurrent(client: DemoClient): Promise<void> {
  for (;;) {
    const { directory } = await client.get<Listed>('/directory/members?count=1');
    if (directory.state === 'current') return;
    await sleep(SEARCH_INTERVAL_MS);
  }
}

async function listMembers(client: DemoClient): Promise<Listed['data']> {
  const members: Listed['data'] = [];
  let cursor = '';
  while (members.length < ROWS) {
    const page = await client.get<Listed>(`/directory/members?sort=name&count=${PAGE}${cursor}`);
    members.push(...page.data);
    cursor = `&start_cursor=${encodeURIComponent(page.next_cursor)}`;
  }
  return members.slice(0, ROWS);
}

async function createChange(
  client: DemoClient,
  members: Listed['data'],
  change: object,
): Promise<Job> {
  const selection = { ids: members.map(({ id }) => id) };
  const data = { kind: 'change', selection, change };
  return (await client.post<{ data: Job }>('/jobs', { data })).data;
}

async function startImport(
  client: DemoClient,
  members: Listed['data'],
  handle: string,
): Promise<Job> {
  const rows = members.map(({ member_id }) => `${member_id},${handle}`);
  const { data } = await client.upload(['member_id,instagram_handle', ...rows].join('\r\n'));
  const checked = await client.waitForJob(data, 'checked');
  return (await client.post<{ data: Job }>(`/jobs/${checked.id}/start`)).data;
}

/** Of the process so far, in milliseconds for a row. */
async function readCpu(url: string): Promise<number> {
  const { body } = await request(`${url}/metrics`);
  const seconds = /^process_cpu_seconds_total (.*)$/m.exec(await body.text())?.[1];
  return (Number(seconds) * 1_000) / ROWS;
}

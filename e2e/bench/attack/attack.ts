import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'undici';
import type { Job } from '#contract/gateway/job.ts';
import type { Figure } from '../figure.ts';
import { recordPauses } from '../members/pauses.ts';
import { startPatronProcesses } from '../patron-processes.ts';
import { percentile } from '../statistics.ts';
import { onEachDatabase } from '../storages.ts';
import { createClient, type DemoClient } from '../webhooks/demo-client.ts';
import { type Receiver, startReceiver } from '../webhooks/start-receiver.ts';

/** What a user of the other team waits for, in comparison. */
const BUDGET = 2;
/** PATRON_TEST_BENCH_ROUNDS has another number. */
const ROUNDS = Number(process.env.PATRON_TEST_BENCH_ROUNDS ?? 3);
const REQUESTS = 30;
/** Members with as many attributes as the contract allows, and lists of them. */
const MEMBERS = 150;
const ATTRIBUTES = 10;
const VALUES = 900;
/** Requests of the reader at the same time. */
const LANES = 20;
const JOB_MEMBERS = 200;

/**
 * A team that uses all it may have, at the same time: receivers that hang, the dearest filter, from a reader who asks for
 * it again and again, and exports of it. Compared is what another team waits for with and without it.
 */
export function benchAttack(): Promise<Figure[]> {
  return onEachDatabase(benchDatabase);
}

async function benchDatabase(name: string, databaseUrl: string | undefined): Promise<Figure[]> {
  const environment = { PATRON_DIRECTORY_POLL_SECONDS: '10' };
  const patron = await startPatronProcesses(databaseUrl, 1, environment);
  const receiver = await startReceiver();
  const [url = ''] = patron.urls;
  const pauses = recordPauses(url);
  try {
    const victim = await createClient(url, 1);
    const attacker = await createClient(url, 2);
    await victim.post('/program/webhooks', { url: `${receiver.url}/victim` });
    await prepareAttack(attacker, receiver.url);
    const startedAt = await readStart(url);
    const quiet: Samples = { list: [], event: [], job: [], failed: 0 };
    const attacked: Samples = { list: [], event: [], job: [], failed: 0 };
    let longest = 0;
    for (let round = 0; round < ROUNDS; round++) {
      await measure(victim, receiver, quiet);
      await pauses.take();
      const stop = startAttack(attacker);
      await measure(victim, receiver, attacked);
      await stop();
      longest = Math.max(longest, (await pauses.take()).longest);
    }
    const suite = `attack, ${name}`;
    const waits = (['list', 'event', 'job'] as const).map(
      (what): Figure => ({
        ...{ suite, name: `another team's ${what}, p50`, unit: 'ms', budget: BUDGET },
        value: percentile(attacked[what], 0.5),
        against: { name: 'without', value: percentile(quiet[what], 0.5) },
      }),
    );
    const restarts = (await readStart(url)) === startedAt ? 0 : 1;
    return [
      ...waits,
      { suite, name: "another team's lists that fail", unit: '', value: attacked.failed, limit: 0 },
      { suite, name: 'longest pause', unit: 'ms', value: longest },
      { suite, name: 'restarts', unit: '', value: restarts, limit: 0 },
    ];
  } finally {
    await pauses.stop();
    await receiver.stop();
    await patron.stop();
  }
}

/** How long each of them took, in milliseconds. */
interface Samples {
  list: number[];
  event: number[];
  job: number[];
  /** Lists that were rejected, such as with 503. */
  failed: number;
}

async function prepareAttack(attacker: DemoClient, receiver: string): Promise<void> {
  await attacker.addWebhooks(`${receiver}/hang`);
  const attributes = Object.fromEntries(
    Array.from({ length: ATTRIBUTES }, (_, key) => [
      `a${key}`,
      Array.from({ length: VALUES }, (_each, value) => `${value}`),
    ]),
  );
  for (let number = 0; number < MEMBERS; number++) {
    await attacker.addMember(`heavy-${number}`, attributes);
  }
  await untilListed(attacker, MEMBERS);
}

/** The filter with as many values as it may have, of which members have the last ones. */
const FILTER = Object.fromEntries(
  Array.from({ length: ATTRIBUTES }, (_, key) => [
    `attribute.a${key}`,
    Array.from({ length: 20 }, (_each, value) => `${480 + value}`).join(),
  ]),
);

async function untilListed(client: DemoClient, count: number): Promise<void> {
  const endAt = performance.now() + 120_000;
  for (;;) {
    const page = await client.get<{ total: number }>('/directory/members?q=heavy&count=1');
    if (page.total >= count) return;
    if (performance.now() > endAt) throw new Error(`${page.total} of ${count} members are listed`);
    await sleep(500);
  }
}

/** @returns stops it */
function startAttack(attacker: DemoClient): () => Promise<void> {
  let isStopped = false;
  const query = new URLSearchParams({ ...FILTER, count: '200' });
  const until = async (work: () => Promise<unknown>) => {
    // Its errors, such as 503, are what it deserves.
    while (!isStopped) await work().catch(() => sleep(10));
  };
  const work = [
    ...Array.from({ length: LANES }, () =>
      until(() => attacker.get(`/directory/members?${query}`)),
    ),
    until(async () => {
      await attacker.post('/jobs', { data: { kind: 'export', selection: { filter: FILTER } } });
      await sleep(200);
    }),
    until(async () => {
      await attacker.enterCampaign(['heavy-1', 'heavy-2', 'heavy-3']);
      await sleep(200);
    }),
  ];
  return async () => {
    isStopped = true;
    await Promise.all(work);
  };
}

async function measure(victim: DemoClient, receiver: Receiver, samples: Samples): Promise<void> {
  for (let number = 0; number < REQUESTS; number++) {
    await time(samples.list, () =>
      victim.get('/directory/members?count=50').catch((error: Error) => {
        console.error(error.message);
        samples.failed += 1;
      }),
    );
  }
  for (let number = 0; number < REQUESTS / 5; number++) {
    const before = await receiver.count();
    await time(samples.event, async () => {
      await victim.enterCampaign(['M-000001']);
      while ((await receiver.count()) === before) await sleep(2);
    });
  }
  await time(samples.job, async () => {
    const ids = await victim.get<{ data: { id: string }[] }>(
      `/directory/members?count=${JOB_MEMBERS}&sort=name`,
    );
    const tag = `round-${samples.job.length}-${Math.random().toString(36).slice(2)}`;
    const { data } = await victim.post<{ data: Job }>('/jobs', {
      data: {
        kind: 'change',
        selection: { ids: ids.data.map(({ id }) => id) },
        change: { add_tags: [tag] },
      },
    });
    for (;;) {
      const { data: job } = await victim.get<{ data: Job }>(`/jobs/${data.id}`);
      if (job.state === 'done' && job.done === JOB_MEMBERS) return;
      if (!['queued', 'running'].includes(job.state)) throw new Error(JSON.stringify(job));
      await sleep(50);
    }
  });
}

async function time(samples: number[], work: () => Promise<unknown>): Promise<void> {
  const startedAt = performance.now();
  await work();
  samples.push(performance.now() - startedAt);
}

/** When the process started. */
async function readStart(url: string): Promise<string | undefined> {
  const { body } = await request(`${url}/metrics`);
  return /^process_start_time_seconds (.*)$/m.exec(await body.text())?.[1];
}

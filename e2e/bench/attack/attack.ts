import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'undici';
import type { Job } from '#contract/gateway/job.ts';
import { startBenchProcess } from '../bench-process.ts';
import type { Figure } from '../figure.ts';
import { recordPauses } from '../members/pauses.ts';
import { startPatronProcesses } from '../patron-processes.ts';
import { percentile } from '../statistics.ts';
import { onEachDatabase } from '../storages.ts';
import { createClient, type DemoClient } from '../webhooks/demo-client.ts';
import { type Receiver, startReceiver } from '../webhooks/start-receiver.ts';
import { startAttacker } from './start-attacker.ts';

/** How many times as long the other team may wait; its job keeps a third of its speed beside readers. */
const BUDGETS = { list: 2, event: 2, job: 2, bare: undefined };
const READER_BUDGET = 3;
/** PATRON_TEST_BENCH_ROUNDS has another number. */
const ROUNDS = Number(process.env.PATRON_TEST_BENCH_ROUNDS ?? 3);
const REQUESTS = 30;
const BARE_REQUESTS = 300;
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
  const bare = await startBenchProcess<string>(import.meta.resolve('./bare-server.ts'));
  const receiver = await startReceiver();
  const [url = ''] = patron.urls;
  const pauses = recordPauses(url);
  const attacker = await startAttacker({ url, receiver: receiver.url, bareUrl: bare.ready });
  try {
    const victim = await createClient(url, 1);
    await victim.post('/program/webhooks', { url: `${receiver.url}/victim` });
    const startedAt = await readStart(url);
    const [quiet, attacked] = [createSamples(), createSamples()];
    let longest = 0;
    for (let round = 0; round < ROUNDS; round++) {
      await measureBare(bare.ready, quiet);
      await attacker.start('bare reader');
      await measureBare(bare.ready, attacked);
      await attacker.stop();
      await measure(victim, receiver, quiet);
      await pauses.take();
      await attacker.start('reader');
      await time(attacked.jobBesideReader, () => tagMembers(victim));
      await attacker.stop();
      await attacker.start('everything');
      await measure(victim, receiver, attacked);
      longest = Math.max(longest, (await pauses.take()).longest);
      await attacker.stop();
    }
    const suite = `attack, ${name}`;
    const compare = (what: keyof typeof BUDGETS, title: string): Figure => ({
      ...{ suite, name: `${title}, p50`, unit: 'ms', budget: BUDGETS[what] },
      value: percentile(attacked[what], 0.5),
      against: { name: 'without', value: percentile(quiet[what], 0.5) },
    });
    const restarts = (await readStart(url)) === startedAt ? 0 : 1;
    return [
      compare('list', "another team's list"),
      compare('event', "another team's event"),
      compare('job', "another team's job"),
      compare('bare', 'a bare server'),
      {
        ...compare('job', "another team's job beside the reader alone"),
        value: percentile(attacked.jobBesideReader, 0.5),
        budget: READER_BUDGET,
      },
      { suite, name: "another team's lists that fail", unit: '', value: attacked.failed, limit: 0 },
      { suite, name: 'longest pause', unit: 'ms', value: longest },
      { suite, name: 'restarts', unit: '', value: restarts, limit: 0 },
    ];
  } finally {
    await attacker.end();
    await pauses.stop();
    await receiver.stop();
    await bare.stop();
    await patron.stop();
  }
}

/** How long each of them took, in milliseconds. */
interface Samples {
  list: number[];
  event: number[];
  job: number[];
  jobBesideReader: number[];
  /** Requests to a server that does nothing, beside the reader alone. */
  bare: number[];
  /** Lists that were rejected, such as with 503. */
  failed: number;
}

const createSamples = (): Samples => ({
  ...{ list: [], event: [], job: [], jobBesideReader: [], bare: [] },
  failed: 0,
});

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
  await time(samples.job, () => tagMembers(victim));
}

async function tagMembers(victim: DemoClient): Promise<void> {
  const ids = await victim.get<{ data: { id: string }[] }>(
    `/directory/members?count=${JOB_MEMBERS}&sort=name`,
  );
  const tag = `bench-${Math.random().toString(36).slice(2)}`;
  const { data } = await victim.post<{ data: Job }>('/jobs', {
    data: {
      kind: 'change',
      selection: { ids: ids.data.map(({ id }) => id) },
      change: { add_tags: [tag] },
    },
  });
  const { done } = await victim.waitForJob(data, 'done');
  if (done !== JOB_MEMBERS) throw new Error(`${done} of ${JOB_MEMBERS} members are done`);
}

async function measureBare(url: string, { bare }: Samples): Promise<void> {
  for (let number = 0; number < BARE_REQUESTS; number++) {
    await time(bare, async () => (await request(url)).body.dump());
  }
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

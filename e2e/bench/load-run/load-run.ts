import { setTimeout as sleep } from 'node:timers/promises';
import { signInThroughPages } from '#services/advocacy/testing/sign-in-through-pages.ts';
import { DEMO_SIGN_IN } from '#services/demo/seed/advocacy/users.ts';
import type { Figure } from '../figure.ts';
import { startPatronProcesses } from '../patron-processes.ts';
import { summarize } from '../statistics.ts';
import { withDatabase } from '../temporary-database.ts';
import { openEventStreams } from './event-streams.ts';
import { recordMemory } from './memory.ts';
import { type Client, createTraffic } from './traffic.ts';

const SUITE = 'load run, PostgreSQL';
/** PATRON_TEST_BENCH_MINUTES has another number, up to 50: access tokens last for an hour. */
const MINUTES = Number(process.env.PATRON_TEST_BENCH_MINUTES ?? 30);
const PROCESSES = 2;
const STREAMS = 200;
/** Further errors are only counted. */
const PRINTED_ERRORS = 10;

/**
 * A steady, mixed load on two whole processes over one PostgreSQL database, with 200 open event
 * streams: no request may fail, no stream may miss an event, and memory has to stay flat.
 */
export function benchLoadRun(): Promise<Figure[]> {
  return withDatabase(async (databaseUrl) => {
    const processes = await startPatronProcesses(databaseUrl, PROCESSES, {
      PATRON_DIRECTORY_POLL_SECONDS: '10',
    });
    const errors: Error[] = [];
    const onError = (error: Error) => {
      if (errors.push(error) <= PRINTED_ERRORS) console.error(error.message);
    };
    try {
      const { urls } = processes;
      const signIn = () => signInThroughPages(`${urls[0]}/api/advocacy`, DEMO_SIGN_IN);
      const [{ access_token: accessToken }, session] = [await signIn(), await signIn()];
      const traffic = await createTraffic(urls, {
        accessToken,
        refreshToken: session.refresh_token ?? '',
      });
      const streams = await openEventStreams(urls, STREAMS, { accessToken, onError });
      const memory = await recordMemory(urls, onError);
      const samples = await sendAll(traffic.clients, onError);
      await streams.closeAfter(traffic.countEvents());
      const memoryFigures = memory.stop(SUITE);
      return [
        ...toFigures(samples),
        {
          suite: SUITE,
          name: `events to each of ${STREAMS} streams`,
          unit: '',
          value: traffic.countEvents(),
        },
        { suite: SUITE, name: 'errors', unit: '', value: errors.length, limit: 0 },
        ...memoryFigures,
      ];
    } finally {
      await processes.stop();
    }
  });
}

type Samples = Map<Client['kind'], number[]>;

/** @returns how long the requests took, in milliseconds */
async function sendAll(
  clients: readonly Client[],
  onError: (error: Error) => void,
): Promise<Samples> {
  const samples: Samples = new Map(clients.map(({ kind }) => [kind, []]));
  const end = performance.now() + MINUTES * 60_000;
  const run = async ({ kind, intervalMs, send }: Client) => {
    while (performance.now() < end) {
      const start = performance.now();
      await send().catch(onError);
      const ms = performance.now() - start;
      samples.get(kind)?.push(ms);
      await sleep(Math.max(0, intervalMs - ms));
    }
  };
  await Promise.all(clients.map(run));
  return samples;
}

function toFigures(samples: Samples): Figure[] {
  const all = [...samples.values()].flat();
  return [
    { suite: SUITE, name: 'requests', unit: '', value: all.length },
    ...[...samples].flatMap(([kind, times]): Figure[] => {
      const { p50, p99 } = summarize(times);
      return [
        { suite: SUITE, name: `${kind}, requests`, unit: '', value: times.length },
        { suite: SUITE, name: `${kind}, p50`, unit: 'ms', value: p50 },
        { suite: SUITE, name: `${kind}, p99`, unit: 'ms', value: p99 },
      ];
    }),
  ];
}

import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'undici';
import { startPatronServer } from '../../support/patron-server.ts';
import { startBenchProcess } from '../bench-process.ts';
import type { Figure } from '../figure.ts';
import { SEEDED_MEMBERS } from './grow-members.ts';
import { recordPauses } from './pauses.ts';

const SIZES = (
  process.env.PATRON_TEST_BENCH_MEMBERS?.split(',').map(Number) ?? [SEEDED_MEMBERS, 100_000]
).map((size) => Math.max(1, Math.round(size / SEEDED_MEMBERS)) * SEEDED_MEMBERS);
const AFTER_START_MS = 15_000;
const PAUSE_LIMIT_MS = 250;
const IDLE_MEGABYTES = 550;

/**
 * The embedded database: starts, memory, and how long a process with it serves nothing in the first seconds and
 * during background work.
 */
export async function benchEmbedded(): Promise<Figure[]> {
  const all = await benchStarts();
  for (const size of SIZES) {
    const measured = await startBenchProcess<Figure[]>(
      import.meta.resolve('./measure-embedded.ts'),
      { PATRON_TEST_BENCH_DATABASE: 'PGlite', MEMBERS: String(size) },
    );
    await measured.stop();
    all.push(...measured.ready);
  }
  return all;
}

/** A whole process with the demo, whose directory is crawled when it is ready. */
async function benchStarts(): Promise<Figure[]> {
  const suite = 'embedded, demo';
  const start = performance.now();
  const server = await startPatronServer(
    {
      ...{ PATRON_DEMO: '1', PATRON_RESPONSE_CHECKS: 'sample' },
      PATRON_DIRECTORY_POLL_SECONDS: '60',
    },
    { isOptimized: true },
  );
  const first = performance.now() - start;
  const pauses = recordPauses(server.url);
  try {
    await sleep(AFTER_START_MS);
    const { longest } = await pauses.take();
    await sleep(AFTER_START_MS);
    const { p99 } = await pauses.take();
    const megabytes = await readMemory(server.url);
    await pauses.stop();
    const again = performance.now();
    await server.restart();
    const later = performance.now() - again;
    const pause = { suite, name: 'first 15 s, longest pause', unit: 'ms', value: longest } as const;
    return [
      { suite, name: 'first start', unit: 'ms', value: first },
      { suite, name: 'later start', unit: 'ms', value: later },
      { ...pause, limit: PAUSE_LIMIT_MS },
      { ...pause, against: { name: 'p99 at rest', value: p99 } },
      { suite, name: 'memory at rest', unit: 'MB', value: megabytes, limit: IDLE_MEGABYTES },
    ];
  } finally {
    await pauses.stop();
    await server.remove();
  }
}

async function readMemory(url: string): Promise<number> {
  const { body } = await request(`${url}/metrics`);
  const line = (await body.text()).match(/^process_resident_memory_bytes (\d+)/m);
  return Number(line?.[1]) / 1_000_000;
}

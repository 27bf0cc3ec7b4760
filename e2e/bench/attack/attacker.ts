import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { request } from 'undici';
import { createClient, type DemoClient } from '../webhooks/demo-client.ts';
import type { AttackKind, AttackTargets } from './start-attacker.ts';

// A thread of `start-attacker.ts`, because its requests would otherwise delay those that are measured.

/** Members with as many attributes as the contract allows, and lists of them. */
const MEMBERS = 150;
const ATTRIBUTES = 10;
const VALUES = 900;
/** Requests of the reader at the same time. */
const LANES = 20;
/** As long as the filter's address. */
const BARE_PATH = `/${'x'.repeat(1_500)}`;

/** The filter with as many values as it may have, of which members have the last ones. */
const FILTER = Object.fromEntries(
  Array.from({ length: ATTRIBUTES }, (_, key) => [
    `attribute.a${key}`,
    Array.from({ length: 20 }, (_each, value) => `${480 + value}`).join(),
  ]),
);

const { url, receiver, bareUrl } = workerData as AttackTargets;
const client = await createClient(url, 2);
const work = { everything: useEverything, reader: read, 'bare reader': readBare };
await prepare(client);
let stop: (() => Promise<void>) | undefined;
parentPort?.on('message', async (kind: AttackKind | 'stop') => {
  if (kind === 'stop') await stop?.();
  else stop = repeat(work[kind]());
  parentPort?.postMessage('done');
});
parentPort?.postMessage('ready');

async function prepare(attacker: DemoClient): Promise<void> {
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

async function untilListed(attacker: DemoClient, count: number): Promise<void> {
  const endAt = performance.now() + 120_000;
  for (;;) {
    const page = await attacker.get<{ total: number }>('/directory/members?q=heavy&count=1');
    if (page.total >= count) return;
    if (performance.now() > endAt) throw new Error(`${page.total} of ${count} members are listed`);
    await sleep(500);
  }
}

function read(): (() => Promise<unknown>)[] {
  const query = new URLSearchParams({ ...FILTER, count: '200' });
  return Array.from({ length: LANES }, () => () => client.get(`/directory/members?${query}`));
}

function useEverything(): (() => Promise<unknown>)[] {
  return [
    ...read(),
    async () => {
      await client.post('/jobs', { data: { kind: 'export', selection: { filter: FILTER } } });
      await sleep(200);
    },
    async () => {
      await client.enterCampaign(['heavy-1', 'heavy-2', 'heavy-3']);
      await sleep(200);
    },
  ];
}

/** The reader's requests, to a server that does nothing. */
function readBare(): (() => Promise<unknown>)[] {
  return Array.from({ length: LANES }, () => async () => {
    const { body } = await request(`${bareUrl}${BARE_PATH}`);
    await body.dump();
  });
}

/** @returns stops it */
function repeat(work: readonly (() => Promise<unknown>)[]): () => Promise<void> {
  let isStopped = false;
  const ended = work.map(async (each) => {
    // Its errors, such as 503, are what it deserves.
    while (!isStopped) await each().catch(() => sleep(10));
  });
  return async () => {
    isStopped = true;
    await Promise.all(ended);
  };
}

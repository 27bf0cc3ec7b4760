import type { Figure } from '../figure.ts';
import { peakMemoryOf } from '../load-run/memory.ts';
import { recordPauses } from '../members/pauses.ts';
import { startPatronProcesses } from '../patron-processes.ts';
import { onEachDatabase } from '../storages.ts';
import { createClient, type DemoClient } from './demo-client.ts';
import { startReceiver } from './start-receiver.ts';

/** PATRON_TEST_BENCH_EVENTS has another number, a multiple of `MEMBERS`. */
const EVENTS = Number(process.env.PATRON_TEST_BENCH_EVENTS ?? 5_000);
/** Of each member that the events are about; the contract allows 64 KB. */
const ATTRIBUTES_BYTES = 60 * 1024;
const MEMBERS = 50;
const TIME_LIMIT_MS = 1_200_000;

/** A burst of large events to as many webhooks as a program may have, in a whole process. */
export function benchWebhookLoad(): Promise<Figure[]> {
  return onEachDatabase(benchDatabase);
}

async function benchDatabase(name: string, databaseUrl: string | undefined): Promise<Figure[]> {
  const patron = await startPatronProcesses(databaseUrl, 1);
  const receiver = await startReceiver();
  const [url = ''] = patron.urls;
  const pauses = recordPauses(url);
  try {
    const client = await createClient(url, 1);
    const memory = peakMemoryOf(url);
    const webhooks = await client.addWebhooks(receiver.url);
    const ids = await addMembers(client);
    const before = await receiver.count();
    await pauses.take();
    const startedAt = performance.now();
    await sendBurst(client, ids);
    const sentMs = performance.now() - startedAt;
    await receiver.waitFor(before + EVENTS * webhooks, startedAt + TIME_LIMIT_MS);
    const seconds = (performance.now() - startedAt) / 1000;
    const { longest } = await pauses.take();
    const suite = `load, ${name}`;
    return [
      {
        suite,
        name: `events to ${webhooks} receivers`,
        unit: '/s',
        value: (EVENTS * webhooks) / seconds,
      },
      { suite, name: 'time of the burst', unit: 'ms', value: sentMs },
      { suite, name: 'longest pause', unit: 'ms', value: longest },
      { suite, name: 'peak memory', unit: 'MB', value: await memory.stop() },
    ];
  } finally {
    await pauses.stop();
    await receiver.stop();
    await patron.stop();
  }
}

async function addMembers(client: DemoClient): Promise<string[]> {
  const ids = Array.from({ length: MEMBERS }, (_, number) => `large-${number}`);
  const attributes = { note: 'x'.repeat(ATTRIBUTES_BYTES) };
  for (const id of ids) await client.addMember(id, attributes);
  return ids;
}

async function sendBurst(client: DemoClient, memberIds: string[]): Promise<void> {
  const campaigns = Array.from({ length: EVENTS / MEMBERS }, () => client.enterCampaign(memberIds));
  await Promise.all(campaigns);
}

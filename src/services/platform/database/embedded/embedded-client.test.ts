import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { runInContext } from '#services/platform/context.ts';
import type { Storage } from '#services/platform/database/database.ts';
import { openEmbeddedCopy } from '#services/platform/testing/embedded-copy.ts';
import { temporaryDirectory } from '#services/platform/testing/temporary-directory.ts';
import { EmbeddedClient } from './embedded-client.ts';
import { SyncedFilesystem } from './synced-filesystem.ts';

const QUERIES = 1_000;
/** Some tenths of a millisecond, as the statements of a request take. */
const QUERY = sql`select count(*) from generate_series(1, 500)`;

let storage: Storage;
beforeAll(async () => {
  storage = await openEmbeddedCopy();
});
afterAll(() => storage?.close());

/** Sends a request to a server in this process. @returns when the response has arrived */
async function sendRequest(): Promise<void> {
  const server = createServer((_request, response) => response.end());
  onTestFinished(() => void server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  await fetch(`http://127.0.0.1:${port}`);
}

test.each(['one after another', 'all together', 'in one transaction'])(
  'requests get responses while a thousand queries run %s',
  async (how) => {
    const { db } = storage;
    let isWorking = true;
    const response = sendRequest().then(() => isWorking);
    let turns = 0;
    const countTurn = () => {
      turns += 1;
      if (isWorking) setImmediate(countTurn);
    };
    setImmediate(countTurn);
    const startedAt = performance.now();
    if (how === 'all together') {
      await Promise.all(Array.from({ length: QUERIES }, () => db.execute(QUERY)));
    } else if (how === 'in one transaction') {
      await db.transaction(async (tx) => {
        for (let query = 0; query < QUERIES; query++) await tx.execute(QUERY);
      });
    } else {
      for (let query = 0; query < QUERIES; query++) await db.execute(QUERY);
    }
    isWorking = false;
    // Ten times fewer than intended, because the process may have to wait for the processor.
    expect(turns).toBeGreaterThan((performance.now() - startedAt) / 100);
    expect(await response).toBe(true);
  },
);

const inBackground = <Result>(work: () => Promise<Result>) =>
  runInContext({ isBackground: true }, () => storage.db.transaction(work));

test('the statements of a request run before the transactions of background work', async () => {
  const order: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const all = [
    inBackground(() => promise.then(() => order.push('running'))),
    inBackground(async () => order.push('waiting')),
    storage.db.execute(QUERY).then(() => order.push('request')),
  ];
  await new Promise(setImmediate);
  resolve();
  await Promise.all(all);
  expect(order.filter((what) => what !== 'running')).toEqual(['request', 'waiting']);
});

test('background work continues beside endless requests', async () => {
  let isWaiting = true;
  const work = (async () => {
    for (let done = 0; done < 20; done += 1) await inBackground(async () => undefined);
    isWaiting = false;
  })();
  let requests = 0;
  for (; isWaiting; requests++) await storage.db.execute(QUERY);
  await work;
  expect(requests).toBeGreaterThan(1);
});

describe('the embedded database', () => {
  /** A client whose connection can be broken by a statement, as if its memory were damaged. */
  async function openBreakable() {
    const opened: SyncedFilesystem[] = [];
    const errors: Error[] = [];
    const directory = temporaryDirectory();
    const client = new EmbeddedClient({
      connect() {
        const fs = new SyncedFilesystem(directory);
        opened.push(fs);
        return { fs };
      },
      onUnusable: (error) => errors.push(error),
    });
    onTestFinished(() => client.close().catch(() => undefined));
    await client.exec('create table notes (text text)');
    const breakConnection = (tx: Pick<EmbeddedClient, 'exec'>) => {
      const fs = opened.at(-1) as unknown as { pg: { Module: object } };
      Object.assign(fs.pg.Module, {
        _PostgresSendReadyForQueryIfNecessary() {
          throw new Error('memory access out of bounds');
        },
      });
      return tx.exec('select 1');
    };
    return { client, opened, errors, breakConnection };
  }

  test('is opened again if its connection breaks, with everything that was committed and its listeners', async () => {
    const { client, opened, errors, breakConnection } = await openBreakable();
    const payloads: string[] = [];
    await client.listen('notes', (payload) => payloads.push(payload));
    await client.exec("insert into notes values ('kept')");
    const lost = client.transaction(async (tx) => {
      await tx.exec("insert into notes values ('lost')");
      await breakConnection(tx);
    });
    await expect(lost).rejects.toThrow('memory access out of bounds');
    expect(client.isHealthy).toBe(false);
    const { rows } = await client.query('select text from notes');
    expect(rows).toEqual([{ text: 'kept' }]);
    expect([opened.length, client.isHealthy, errors]).toEqual([2, true, []]);
    await client.exec("notify notes, 'after'");
    await vi.waitFor(() => expect(payloads).toEqual(['', 'after']));

    // Again within a minute: another process may do better.
    await expect(breakConnection(client)).rejects.toThrow('memory access out of bounds');
    await expect(client.query('select 1')).rejects.toThrow('broke again');
    expect([opened.length, client.isHealthy, errors.length]).toEqual([2, false, 1]);
  }, 60_000);
});

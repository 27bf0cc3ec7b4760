import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Storage } from '#services/platform/database/database.ts';
import { openEmbeddedCopy } from '#services/platform/testing/embedded-copy.ts';

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

import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startReceiver } from '#services/loyalty/testing/receiver.ts';
import { openPostgres } from '#services/platform/database/postgres.ts';
import { findFreePort } from '#services/platform/testing/free-ports.ts';
import { silentLog } from '#services/platform/testing/silent-log.ts';
import { temporaryDirectory } from '#services/platform/testing/temporary-directory.ts';
import { createMigratedDatabase, postgresUrl } from '#services/platform/testing/test-database.ts';
import { prepareCrashData, readCrashResults } from '#services/testing/crash-data.ts';
import { startPatronProcess } from '#services/testing/patron-process.ts';

const webhooks = fileURLToPath(new URL('../testing/webhooks-process.ts', import.meta.url));
const EVENTS = 90;

test.skipIf(!postgresUrl)(
  'three processes over one PostgreSQL share the sending and the receiving: each event once',
  async () => {
    const database = await createMigratedDatabase();
    onTestFinished(database.drop);
    const receiver = await startReceiver();
    onTestFinished(receiver.close);
    const PATRON_DATA_DIR = temporaryDirectory();
    const ports = [await findFreePort(), await findFreePort(), await findFreePort()];
    const storage = await openPostgres(database.url, silentLog);
    onTestFinished(() => storage.close());
    const inbox = `http://localhost:${ports[0]}/gateway/teams/1/webhooks/loyalty`;
    await prepareCrashData(storage, PATRON_DATA_DIR, [receiver.url, inbox]);
    const processes = await Promise.all(
      ports.map((port) =>
        startPatronProcess(
          { DATABASE_URL: database.url, PATRON_DATA_DIR, PORT: String(port) },
          webhooks,
        ),
      ),
    );

    const emitted = await Promise.all(
      Array.from({ length: EVENTS }, async (_, n) => {
        const { url } = processes[n % 3] as (typeof processes)[number];
        return (await fetch(`${url}/emit/campaign-${n}`, { method: 'POST' })).status;
      }),
    );
    expect(new Set(emitted)).toEqual(new Set([200]));
    const settled = async () => {
      const { events, requests } = await readCrashResults(storage);
      expect(Object.keys(requests)).toEqual(['delivered']);
      expect(events.filter(({ processed }) => processed !== 1)).toEqual([]);
      expect(events).toHaveLength(EVENTS);
      return requests.delivered;
    };
    const requests = await vi.waitFor(settled, { timeout: 20_000, interval: 100 });
    const arrived = receiver.received.flatMap(
      ({ body }) => (JSON.parse(body) as { events: { id: string }[] }).events,
    );
    expect(new Set(arrived.map(({ id }) => id)).size).toBe(EVENTS);
    expect(arrived).toHaveLength(EVENTS);
    // Half of the requests went to the own inbox; no attempt was made twice.
    expect(receiver.received).toHaveLength(Number(requests) / 2);
  },
  90_000,
);

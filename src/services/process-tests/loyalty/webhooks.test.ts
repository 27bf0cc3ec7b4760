import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startReceiver } from '#services/loyalty/testing/receiver.ts';
import { openPostgres } from '#services/platform/database/postgres/postgres.ts';
import { findFreePort } from '#services/platform/testing/free-ports.ts';
import { silentLog } from '#services/platform/testing/silent-log.ts';
import { temporaryDirectory } from '#services/platform/testing/temporary-directory.ts';
import { createMigratedDatabase, postgresUrl } from '#services/platform/testing/test-database.ts';
import { prepareCrashData, readCrashResults } from '#services/testing/crash-data.ts';
import { startPatronProcess } from '#services/testing/patron-process.ts';

const webhooks = fileURLToPath(new URL('../../testing/webhooks-process.ts', import.meta.url));
const EVENTS = 90;

test.skipIf(!postgresUrl)(
  'three processes on one PostgreSQL database share sending and receiving, each event once',
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
    const expectAllProcessed = async () => {
      const { events, requests } = await readCrashResults(storage);
      expect(Object.keys(requests)).toEqual(['delivered']);
      expect(events.filter(({ processed }) => processed !== 1)).toEqual([]);
      expect(events).toHaveLength(EVENTS);
      return requests.delivered;
    };
    const requests = await vi.waitFor(expectAllProcessed, { timeout: 20_000, interval: 100 });
    const received = receiver.received.flatMap(
      ({ body }) => (JSON.parse(body) as { events: { id: string }[] }).events,
    );
    expect(new Set(received.map(({ id }) => id)).size).toBe(EVENTS);
    expect(received).toHaveLength(EVENTS);
    // Half of the deliveries went to Patron's own inbox; no attempt was repeated.
    expect(receiver.received).toHaveLength(Number(requests) / 2);
  },
  90_000,
);

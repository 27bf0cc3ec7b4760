import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { migratedDirectory } from '#services/platform/testing/migrated-directory.ts';
import { createMigratedDatabase, postgresUrl } from '#services/platform/testing/test-database.ts';
import { demoDirectory } from '#services/testing/demo-data.ts';
import { signInAsAdmin } from '#services/testing/demo-requests.ts';
import { type PatronProcess, startPatronProcess } from '#services/testing/patron-process.ts';

const GRACE_MS = 10_000;

/** A request whose body has partly arrived, from a client with keep-alive connections. */
async function startRequest({ url }: PatronProcess) {
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  const sent = request(`${url}/demo/loyalty/campaign-entered`, {
    agent,
    method: 'POST',
    headers: { 'content-type': 'application/json', expect: '100-continue' },
  });
  const responded = new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
    sent.on('error', reject);
    sent.on('response', (response) => {
      text(response).then((body) => resolve({ status: response.statusCode, body }), reject);
    });
  });
  sent.flushHeaders();
  // The server has read the headers.
  await once(sent, 'continue');
  sent.write('{"member_ids": ["M-000001"], ');
  return { responded, finish: () => sent.end('"campaign_name": "last"}') };
}

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  '%s finishes requests in flight, ends streams, accepts nothing new, and exits with status 0',
  async (signal) => {
    const patron = await startPatronProcess({ PATRON_DATA_DIR: await demoDirectory() });
    const headers = await signInAsAdmin(patron);
    const stream = await fetch(`${patron.url}/gateway/teams/1/webhook-events/stream`, { headers });
    const streamed = text(stream.body as never);
    const { responded, finish } = await startRequest(patron);

    const signaledAt = performance.now();
    patron.kill(signal);
    // Sent twice, as happens when a terminal signals both the command and its child.
    patron.kill(signal);
    expect(await streamed).toContain(': connected');
    await vi.waitFor(() => expect(fetch(`${patron.url}/healthz`)).rejects.toThrow());
    finish();
    expect((await responded).status).toBe(200);
    expect(await patron.exited).toMatchObject({ code: 0, signal: null, stderr: '' });
    expect(performance.now() - signaledAt).toBeLessThan(GRACE_MS);
  },
  60_000,
);

test('clients with keep-alive connections lose no request, and one with half a body delays the stop by seconds', async () => {
  const patron = await startPatronProcess({
    PATRON_DATA_DIR: await migratedDirectory(),
    PATRON_DEMO: '0',
  });
  const outcomes: (number | string)[] = [];
  /** Sends requests over one connection until a response announces its end. */
  const client = async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    onTestFinished(() => agent.destroy());
    for (let isLast = false; !isLast; ) {
      const outcome = await new Promise<number | string>((resolve) => {
        request(`${patron.url}/api/loyalty/v2/loyalty/members`, { agent }, (response) => {
          isLast = response.headers.connection === 'close';
          response.resume().on('end', () => resolve(response.statusCode ?? 0));
        })
          .on('error', ({ message }: Error) => resolve(message))
          .end();
      });
      outcomes.push(outcome);
    }
  };
  const clients = Array.from({ length: 10 }, client);
  const half = request(`${patron.url}/api/advocacy/oauth/token`, { method: 'POST' });
  half.on('error', () => undefined).write('grant_type=');
  await vi.waitFor(() => expect(outcomes.length).toBeGreaterThan(50));
  patron.kill('SIGTERM');
  await Promise.all(clients);
  expect(new Set(outcomes)).toEqual(new Set([401]));
  expect(await patron.exited).toMatchObject({ code: 0, signal: null });
}, 60_000);

describe.each(['PGlite', 'PostgreSQL'])('30 keep-alive clients on %s', (database) => {
  test.skipIf(database === 'PostgreSQL' && !postgresUrl)(
    'that never pause lose no request, also on connections that they open at the end',
    async () => {
      const made = database === 'PostgreSQL' ? await createMigratedDatabase() : undefined;
      onTestFinished(() => made?.drop());
      const patron = await startPatronProcess({
        PATRON_DATA_DIR: await migratedDirectory(),
        PATRON_DEMO: '0',
        ...(made ? { DATABASE_URL: made.url } : {}),
      });
      const { port } = new URL(patron.url);
      const statuses: number[] = [];
      const cut: string[] = [];
      const client = async () => {
        const agent = new Agent({ keepAlive: true, maxSockets: 1 });
        onTestFinished(() => agent.destroy());
        for (;;) {
          const outcome = await new Promise<number | NodeJS.ErrnoException>((resolve) => {
            request({ host: '127.0.0.1', port, agent, path: PATH, headers: HEADERS }, (response) =>
              response.resume().on('end', () => resolve(response.statusCode ?? 0)),
            )
              .on('error', resolve)
              .end();
          });
          if (typeof outcome === 'number') statuses.push(outcome);
          // Nothing listens any more.
          else if (outcome.code === 'ECONNREFUSED') return;
          else return void cut.push(outcome.message);
        }
      };
      const clients = Array.from({ length: 30 }, client);
      await vi.waitFor(() => expect(statuses.length).toBeGreaterThan(300), { timeout: 20_000 });
      patron.kill('SIGTERM');
      await Promise.all(clients);
      expect(cut).toEqual([]);
      expect(new Set(statuses)).toEqual(new Set([401]));
      expect(await patron.exited).toMatchObject({ code: 0, signal: null });
    },
    120_000,
  );
});

/** Reads from the database. */
const PATH = '/api/loyalty/v2/loyalty/members';
const HEADERS = { 'api-key': 'wrong', 'partner-id': 'wrong' };

test('the server stops when its parent process is gone', async () => {
  const patron = await startPatronProcess({
    PATRON_DATA_DIR: await migratedDirectory(),
    PATRON_DEMO: '0',
  });
  patron.disconnect();
  expect(await patron.exited).toMatchObject({ code: 0, signal: null });
}, 60_000);

import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const script = readFileSync(new URL('../public/session-worker.js', import.meta.url), 'utf8');

type Listener = (event: object) => void;
const SCOPE = ['addEventListener', 'skipWaiting', 'location', 'fetch'];
const location = new URL('https://console.test/session-worker.js?token-url=https://a.test/token');

let requestCount: number;
let status: number;

/** Starts the worker; returns functions that post messages to it as a page does. */
function startWorker() {
  const listeners: Record<string, Listener> = {};
  const fetch = async () => {
    requestCount += 1;
    return Response.json({ refresh_token: `next-${requestCount}` }, { status });
  };
  const addEventListener = (type: string, listener: Listener) => {
    listeners[type] = listener;
  };
  new Function(...SCOPE, script)(addEventListener, () => {}, location, fetch);
  const post = (data: object, origin = location.origin) =>
    new Promise<unknown>((resolve) => {
      listeners.message?.({ data, origin, ports: [{ postMessage: resolve }], waitUntil: () => {} });
    });
  const refresh = () => post({ kind: 'refresh', clientId: 'console', refreshToken: 'spent' });
  return { post, refresh };
}

beforeEach(() => {
  vi.useFakeTimers();
  requestCount = 0;
  status = 200;
});
afterEach(() => void vi.useRealTimers());

test('pages with the same token share a response until shortly after it is stored', async () => {
  const { post, refresh } = startWorker();
  const responses = await Promise.all([refresh(), refresh()]);
  for (const response of responses) {
    expect(response).toMatchObject({ ok: true, status: 200, body: { refresh_token: 'next-1' } });
  }
  expect(requestCount).toBe(1);
  void post({ kind: 'stored', refreshToken: 'spent' });
  // A tab that still reads the spent token.
  vi.advanceTimersByTime(9_000);
  expect(await refresh()).toMatchObject({ body: { refresh_token: 'next-1' } });
  vi.advanceTimersByTime(1_000);
  await refresh();
  expect(requestCount).toBe(2);
});

test('a response is kept for four minutes, or until a sign-out', async () => {
  const { post, refresh } = startWorker();
  await refresh();
  vi.advanceTimersByTime(239_000);
  expect(await refresh()).toMatchObject({ age: 239_000 });
  expect(requestCount).toBe(1);
  vi.advanceTimersByTime(1_000);
  await refresh();
  expect(requestCount).toBe(2);
  void post({ kind: 'signed-out' });
  await refresh();
  expect(requestCount).toBe(3);
});

test('after an error response the token is sent again and the new response is kept', async () => {
  const { refresh } = startWorker();
  status = 503;
  expect(await refresh()).toMatchObject({ ok: false, status: 503 });
  vi.advanceTimersByTime(200_000);
  status = 200;
  await refresh();
  vi.advanceTimersByTime(100_000);
  await refresh();
  expect(requestCount).toBe(2);
});

test('messages of another origin are ignored', async () => {
  const { post } = startWorker();
  const response = post({ kind: 'hello' }, 'https://elsewhere.test');
  await expect(Promise.race([response, Promise.resolve('nothing')])).resolves.toBe('nothing');
  await expect(post({ kind: 'hello' })).resolves.toBe('here');
});

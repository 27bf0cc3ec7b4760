import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const script = readFileSync(new URL('../public/session-worker.js', import.meta.url), 'utf8');

type Listener = (event: object) => void;
const SCOPE = ['addEventListener', 'skipWaiting', 'location', 'fetch'];
const location = new URL('https://console.test/session-worker.js?token-url=https://a.test/token');

let asked: number;
let status: number;

/** Starts the worker; answers how a page asks it for the refresh of a token, and tells it things. */
function startWorker() {
  const listeners: Record<string, Listener> = {};
  const fetch = async () => {
    asked += 1;
    return Response.json({ refresh_token: `next-${asked}` }, { status });
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
  asked = 0;
  status = 200;
});
afterEach(() => void vi.useRealTimers());

test('pages that ask with one token get one answer, until it is stored and a while longer', async () => {
  const { post, refresh } = startWorker();
  const answers = await Promise.all([refresh(), refresh()]);
  for (const answer of answers) {
    expect(answer).toMatchObject({ ok: true, status: 200, body: { refresh_token: 'next-1' } });
  }
  expect(asked).toBe(1);
  void post({ kind: 'stored', refreshToken: 'spent' });
  // A tab that has not heard yet that the token was replaced.
  vi.advanceTimersByTime(9_000);
  expect(await refresh()).toMatchObject({ body: { refresh_token: 'next-1' } });
  vi.advanceTimersByTime(1_000);
  await refresh();
  expect(asked).toBe(2);
});

test('an answer is kept for four minutes, and not beyond a sign-out', async () => {
  const { post, refresh } = startWorker();
  await refresh();
  vi.advanceTimersByTime(239_000);
  expect(await refresh()).toMatchObject({ age: 239_000 });
  expect(asked).toBe(1);
  vi.advanceTimersByTime(1_000);
  await refresh();
  expect(asked).toBe(2);
  void post({ kind: 'signed-out' });
  await refresh();
  expect(asked).toBe(3);
});

test('after a refusal the token is asked with anew, and that answer is kept for its own time', async () => {
  const { refresh } = startWorker();
  status = 503;
  expect(await refresh()).toMatchObject({ ok: false, status: 503 });
  vi.advanceTimersByTime(200_000);
  status = 200;
  await refresh();
  vi.advanceTimersByTime(100_000);
  await refresh();
  expect(asked).toBe(2);
});

test('another origin is not answered', async () => {
  const { post } = startWorker();
  const answer = post({ kind: 'hello' }, 'https://elsewhere.test');
  await expect(Promise.race([answer, Promise.resolve('nothing')])).resolves.toBe('nothing');
  await expect(post({ kind: 'hello' })).resolves.toBe('here');
});

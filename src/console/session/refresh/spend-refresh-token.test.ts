import { expect, test } from 'vitest';
import type { RefreshTokenStore } from './refresh-token-store.ts';
import type { SessionWorker } from './session-worker.ts';
import { spendRefreshToken } from './spend-refresh-token.ts';

const REQUEST = {
  tokenUrl: 'https://advocacy.test/oauth/token',
  clientId: 'patron-console',
  refreshToken: 'refresh-0',
};

/** A storage, and a worker that answers as it is told, at the token endpoint that it came with. */
function scene(ok = true, tokenUrl = REQUEST.tokenUrl) {
  let stored: string | null = 'refresh-0';
  const confirmed: string[] = [];
  const asked = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const store: Pick<RefreshTokenStore, 'read' | 'write'> = {
    read: () => stored,
    write: (next) => {
      stored = next;
    },
  };
  const worker: SessionWorker = {
    tokenUrl,
    async refresh() {
      asked.resolve();
      await gate.promise;
      const body = ok ? { refresh_token: 'refresh-1' } : { error: 'invalid_grant' };
      return { ok, status: ok ? 200 : 400, body, requestId: undefined, age: 0 };
    },
    confirm: (spent) => confirmed.push(spent),
  };
  return { store, confirmed, asked: asked.promise, answer: gate.resolve, worker };
}

test('the next token is stored, and then the worker may forget it', async () => {
  const { store, confirmed, answer, worker } = scene();
  answer();
  await spendRefreshToken(REQUEST, store, async () => worker);
  expect(store.read()).toBe('refresh-1');
  expect(confirmed).toEqual(['refresh-0']);
});

test.each([
  ['signed out', null],
  ['signed in', 'refresh-of-another'],
])('is dropped where somebody %s while it was on its way', async (_what, since) => {
  const { store, confirmed, asked, answer, worker } = scene();
  const spending = spendRefreshToken(REQUEST, store, async () => worker);
  await asked;
  store.write(since);
  answer();
  await spending;
  expect(store.read()).toBe(since);
  expect(confirmed).toEqual(['refresh-0']);
});

test('a refusal stores nothing, and is told', async () => {
  const { store, confirmed, answer, worker } = scene(false);
  answer();
  const told = await spendRefreshToken(REQUEST, store, async () => worker);
  expect(told).toMatchObject({ ok: false, status: 400 });
  expect(store.read()).toBe('refresh-0');
  expect(confirmed).toEqual([]);
});

test('a worker of another token endpoint is passed by', async () => {
  const { store, confirmed, worker } = scene(true, 'https://moved.test/oauth/token');
  const request = { ...REQUEST, tokenUrl: 'http://127.0.0.1:1/oauth/token' };
  const spending = spendRefreshToken(request, store, async () => worker);
  // Nobody listens there: the page has asked by itself.
  await expect(spending).rejects.toMatchObject({ kind: 'network' });
  expect(store.read()).toBe('refresh-0');
  expect(confirmed).toEqual([]);
});

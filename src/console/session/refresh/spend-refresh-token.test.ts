import { expect, test } from 'vitest';
import type { RefreshTokenStore } from './refresh-token-store.ts';
import type { SessionWorker } from './session-worker.ts';
import { spendRefreshToken } from './spend-refresh-token.ts';

const REQUEST = {
  tokenUrl: 'https://advocacy.test/oauth/token',
  clientId: 'patron-console',
  refreshToken: 'refresh-0',
};

/** A store, and a worker that responds when `respond` is called. */
function setUp(ok = true, tokenUrl = REQUEST.tokenUrl) {
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
  return { store, confirmed, asked: asked.promise, respond: gate.resolve, worker };
}

test('the next token is stored, then the worker drops it', async () => {
  const { store, confirmed, respond, worker } = setUp();
  respond();
  await spendRefreshToken(REQUEST, store, async () => worker);
  expect(store.read()).toBe('refresh-1');
  expect(confirmed).toEqual(['refresh-0']);
});

test.each([
  ['signed out', null],
  ['signed in', 'refresh-of-another'],
])('the next token is dropped if a user %s in the meantime', async (_what, since) => {
  const { store, confirmed, asked, respond, worker } = setUp();
  const spending = spendRefreshToken(REQUEST, store, async () => worker);
  await asked;
  store.write(since);
  respond();
  await spending;
  expect(store.read()).toBe(since);
  expect(confirmed).toEqual(['refresh-0']);
});

test('an error response is returned and stores nothing', async () => {
  const { store, confirmed, respond, worker } = setUp(false);
  respond();
  const response = await spendRefreshToken(REQUEST, store, async () => worker);
  expect(response).toMatchObject({ ok: false, status: 400 });
  expect(store.read()).toBe('refresh-0');
  expect(confirmed).toEqual([]);
});

test('a worker for another token endpoint is not used', async () => {
  const { store, confirmed, worker } = setUp(true, 'https://moved.test/oauth/token');
  const request = { ...REQUEST, tokenUrl: 'http://127.0.0.1:1/oauth/token' };
  const spending = spendRefreshToken(request, store, async () => worker);
  // Nothing listens there: the page has sent the request itself.
  await expect(spending).rejects.toMatchObject({ kind: 'network' });
  expect(store.read()).toBe('refresh-0');
  expect(confirmed).toEqual([]);
});

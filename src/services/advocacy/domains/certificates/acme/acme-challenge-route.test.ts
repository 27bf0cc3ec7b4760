import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createServer } from '#services/platform/http/server.ts';
import { silentLog } from '#services/platform/testing/silent-log.ts';
import { describeStorages } from '#services/platform/testing/storages.ts';
import { createTestClock } from '#services/platform/testing/test-clock.ts';
import { acmeChallengeRoute } from './acme-challenge-route.ts';
import { deleteChallenge, saveChallenge } from './acme-challenges.ts';
import { acmeChallenges } from './acme-challenges-table.ts';

describeStorages('http-01 challenge', (store) => {
  const clock = createTestClock();
  const server = createServer(silentLog);
  let baseUrl: string;
  beforeAll(async () => {
    acmeChallengeRoute(server, { db: store.db, clock });
    baseUrl = await server.listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(() => server.close());
  beforeEach(() => store.db.delete(acmeChallenges));

  const request = (token: string) => fetch(`${baseUrl}/.well-known/acme-challenge/${token}`);
  const save = (token: string) => saveChallenge({ db: store.db, clock }, token, `${token}.thumb`);

  test('returns its key authorization while in progress', async () => {
    await save('a-token_1');
    const response = await request('a-token_1');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/octet-stream');
    expect(await response.text()).toBe('a-token_1.thumb');
    await deleteChallenge({ db: store.db }, 'a-token_1');
    expect((await request('a-token_1')).status).toBe(404);
  });

  test.each(['unknown', '%00', 'a.b', '..%2f..', 'x'.repeat(300)])(
    'returns 404 for the unknown token %s',
    async (token) => {
      await save('a-token');
      expect((await request(token)).status).toBe(404);
    },
  );

  test('expires within an hour, and is deleted with the next challenge', async () => {
    await save('left-behind');
    clock.advance(3600);
    expect((await request('left-behind')).status).toBe(404);
    await save('next');
    const rows = await store.db.select({ token: acmeChallenges.token }).from(acmeChallenges);
    expect(rows).toEqual([{ token: 'next' }]);
  });
});

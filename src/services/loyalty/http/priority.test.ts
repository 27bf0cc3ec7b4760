import { afterAll, beforeAll, expect, test } from 'vitest';
import { listActivities } from '#contract/loyalty/activities.ts';
import { createProgram } from '#services/loyalty/testing/program.ts';
import { type Context, currentContext } from '#services/platform/context.ts';
import { createServer } from '#services/platform/http/server.ts';
import { createEncryption } from '#services/platform/secrets/encryption.ts';
import { createKeyring } from '#services/platform/secrets/keyring.ts';
import { silentLog } from '#services/platform/testing/silent-log.ts';
import { describeStorages } from '#services/platform/testing/storages.ts';
import { createTestClock } from '#services/platform/testing/test-clock.ts';
import { operation } from './operation.ts';

describeStorages('the header Priority', (storage) => {
  const server = createServer(silentLog);
  let credentials: Record<string, string>;
  let context: Context = {};

  beforeAll(async () => {
    ({ credentials } = await createProgram(storage.db));
    const encryption = createEncryption(await createKeyring());
    const dependencies = { db: storage.db, encryption, clock: createTestClock() };
    const page = { data: { activities: [], total: 0, more: false, next_cursor: 0 } };
    operation(server, dependencies, listActivities, async () => {
      context = currentContext();
      return page as never;
    });
    server.get('/other', async () => {
      context = currentContext();
      return 'done';
    });
  });
  afterAll(() => server.close());

  test.each([
    ['u=7', true],
    ['i, u=7', true],
    ['u=7;x, i', true],
    ['u=3', false],
    ['u=70', false],
    ['u=1, x=u=7', false],
  ])('%s makes a request with an API key background work: %s', async (priority, isBackground) => {
    await server.inject({ url: listActivities.path, headers: { ...credentials, priority } });
    expect(context.isBackground).toBe(isBackground);
    expect(context.actor?.kind).toBe('client');
  });

  test('changes nothing for other requests, also with the header of an API key', async () => {
    const authorization = 'Bearer token';
    await server.inject({ url: '/other', headers: { authorization, priority: 'u=7' } });
    expect(context.isBackground).toBeUndefined();
    await server.inject({ url: '/other', headers: { ...credentials, priority: 'u=7' } });
    expect(context.isBackground).toBeUndefined();
  });
});

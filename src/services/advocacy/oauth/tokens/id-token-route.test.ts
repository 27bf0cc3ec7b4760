import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { failedAttempts } from '#services/advocacy/oauth/sign-in/throttle/failed-attempts-table.ts';
import { grantAccessToken } from '#services/advocacy/testing/sign-in.ts';
import { seedSignIn } from '#services/advocacy/testing/sign-in-fixture.ts';
import { signInThroughPages } from '#services/advocacy/testing/sign-in-through-pages.ts';
import { startAdvocacy, type TestAdvocacy } from '#services/advocacy/testing/start-advocacy.ts';
import { describeStorages } from '#services/platform/testing/storages.ts';

describeStorages('POST /oauth/id_token (decisions.md, 14)', (store) => {
  let service: TestAdvocacy;
  let people: Awaited<ReturnType<typeof seedSignIn>>;
  let accessToken: string;
  const grant = (userId = people.writer.userId) =>
    grantAccessToken(store.db, service.clock, { userId, scopes: ['identity', 'identity:write'] });

  beforeAll(async () => {
    service = await startAdvocacy(store.storage);
    people = await seedSignIn(store.db);
  });
  beforeEach(async () => {
    await store.db.delete(failedAttempts);
    accessToken = await grant();
  });
  afterAll(() => service.close());

  const ask = (form: Record<string, string> | [string, string][], token = accessToken) =>
    fetch(`${service.baseUrl}/oauth/id_token`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: new URLSearchParams(form),
    });
  const idToken = async (token = accessToken) => {
    const response = await ask({ password: people.writer.password }, token);
    expect(response.status).toBe(200);
    return ((await response.json()) as { id_token: string }).id_token;
  };
  const errorOf = async (response: Response) => {
    expect(response.headers.get('cache-control')).toBe('no-store');
    return [response.status, ((await response.json()) as { error: string }).error];
  };
  /** A sensitive change that changes nothing: whether the id_token is taken. */
  const isTaken = async (token: string, id: string) => {
    const response = await fetch(
      `${service.baseUrl}/v2/me?${new URLSearchParams({ id_token: id })}`,
      {
        method: 'PATCH',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/vnd.api+json' },
        body: JSON.stringify({
          data: { type: 'user', id: String(people.writer.userId), attributes: {} },
        }),
      },
    );
    const document = (await response.json()) as { errors?: [{ code: string }] };
    if (response.status !== 200) {
      expect([response.status, document.errors?.[0].code]).toEqual([403, '403']);
    }
    return response.status === 200;
  };

  test('the right password brings a token for 900 seconds, never cached', async () => {
    const response = await ask({ password: people.writer.password });
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.json()).toEqual({ id_token: expect.any(String), expires_in: 900 });
  });

  test.each([
    ['wrong', { password: 'wrong' }, [400, 'invalid_grant']],
    ['longer than any is', { password: 'x'.repeat(1025) }, [400, 'invalid_grant']],
    ['missing', {}, [400, 'invalid_request']],
    ['empty', { password: '' }, [400, 'invalid_request']],
    [
      'repeated',
      [
        ['password', 'a'],
        ['password', 'b'],
      ] as [string, string][],
      [400, 'invalid_request'],
    ],
  ])('a password that is %s', async (_what, form, expected) => {
    expect(await errorOf(await ask(form))).toEqual(expected);
  });

  test('a body that is no form: invalid_request', async () => {
    const response = await fetch(`${service.baseUrl}/oauth/id_token`, {
      method: 'POST',
      headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
      body: '{"password":"x"}',
    });
    expect(await errorOf(response)).toEqual([400, 'invalid_request']);
  });

  test('a bad access token: 401', async () => {
    const response = await ask({ password: people.writer.password }, 'unknown');
    expect(response.headers.get('www-authenticate')).toBe('Bearer');
    expect((await errorOf(response))[0]).toBe(401);
  });

  describe('the token', () => {
    test('is bound to its access token and to its person', async () => {
      const id = await idToken();
      expect(await isTaken(accessToken, id)).toBe(true);
      expect(await isTaken(await grant(), id)).toBe(false);
    });

    test('a refreshed access token needs a new one', async () => {
      const tokens = await signInThroughPages(service.baseUrl, people.writer);
      const id = await idToken(tokens.access_token);
      const response = await fetch(`${service.baseUrl}/oauth/token`, {
        method: 'POST',
        body: new URLSearchParams({
          grant_type: 'refresh_token',
          client_id: 'patron-console',
          refresh_token: tokens.refresh_token,
        }),
      });
      const { access_token: refreshed } = (await response.json()) as { access_token: string };
      expect(await isTaken(tokens.access_token, id)).toBe(true);
      expect(await isTaken(refreshed, id)).toBe(false);
    });

    test('ends after 15 minutes', async () => {
      const id = await idToken();
      service.clock.advance(899);
      expect(await isTaken(accessToken, id)).toBe(true);
      service.clock.advance(1);
      expect(await isTaken(accessToken, id)).toBe(false);
    });
  });

  describe('five wrong ones within 15 minutes', () => {
    const wrong = async (times: number) => {
      const statuses = [];
      for (let time = 0; time < times; time += 1) {
        statuses.push((await ask({ password: 'wrong' })).status);
      }
      return statuses;
    };

    test('make every further one wait for the end of the window, right or wrong', async () => {
      expect(await wrong(6)).toEqual([400, 400, 400, 400, 400, 429]);
      service.clock.advance(100);
      const refused = await ask({ password: people.writer.password });
      expect(refused.status).toBe(429);
      expect(refused.headers.get('retry-after')).toBe('800');
      service.clock.advance(800);
      expect((await ask({ password: people.writer.password })).status).toBe(200);
    });

    test('do not lock sign-in, nor anybody else', async () => {
      await wrong(6);
      const tokens = await signInThroughPages(service.baseUrl, people.writer);
      expect(tokens.token_type).toBe('Bearer');
      const theirs = await grant(people.reader.userId);
      expect((await ask({ password: people.reader.password }, theirs)).status).toBe(200);
    });

    test('a new access token is no fresh start', async () => {
      await wrong(5);
      expect((await ask({ password: people.writer.password }, await grant())).status).toBe(429);
    });

    test('a success resets the count', async () => {
      await wrong(4);
      expect((await ask({ password: people.writer.password })).status).toBe(200);
      expect(await wrong(5)).toEqual([400, 400, 400, 400, 400]);
    });

    test('count exactly under concurrency', async () => {
      const responses = await Promise.all(
        Array.from({ length: 20 }, () => ask({ password: 'wrong' })),
      );
      expect(responses.filter(({ status }) => status === 400)).toHaveLength(5);
      expect(responses.filter(({ status }) => status === 429)).toHaveLength(15);
    });

    test('right ones at once all succeed', async () => {
      const responses = await Promise.all(
        Array.from({ length: 8 }, () => ask({ password: people.writer.password })),
      );
      expect(responses.map(({ status }) => status)).toEqual(Array(8).fill(200));
    });
  });
});

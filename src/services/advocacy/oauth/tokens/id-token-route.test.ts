import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { attemptCounters } from '#services/advocacy/rate-limits/attempt-counters-table.ts';
import { grantAccessToken } from '#services/advocacy/testing/sign-in.ts';
import { seedSignIn } from '#services/advocacy/testing/sign-in-fixture.ts';
import { signInThroughPages } from '#services/advocacy/testing/sign-in-through-pages.ts';
import { startAdvocacy, type TestAdvocacy } from '#services/advocacy/testing/start-advocacy.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';

describeBothStorages('POST /oauth/id_token (decisions.md, 14)', (store) => {
  let service: TestAdvocacy;
  let users: Awaited<ReturnType<typeof seedSignIn>>;
  let accessToken: string;
  const grant = (userId = users.writer.userId) =>
    grantAccessToken(store.db, service.clock, { userId, scopes: ['identity', 'identity:write'] });

  beforeAll(async () => {
    service = await startAdvocacy(store.storage);
    users = await seedSignIn(store.db);
  });
  beforeEach(async () => {
    await store.db.delete(attemptCounters);
    accessToken = await grant();
  });
  afterAll(() => service.close());

  const request = (form: Record<string, string> | [string, string][], token = accessToken) =>
    fetch(`${service.baseUrl}/oauth/id_token`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: new URLSearchParams(form),
    });
  const idToken = async (token = accessToken) => {
    const response = await request({ password: users.writer.password }, token);
    expect(response.status).toBe(200);
    return ((await response.json()) as { id_token: string }).id_token;
  };
  const errorOf = async (response: Response) => {
    expect(response.headers.get('cache-control')).toBe('no-store');
    return [response.status, ((await response.json()) as { error: string }).error];
  };
  /** Whether a sensitive request (that changes nothing) is accepted with the id_token. */
  const isAccepted = async (token: string, id: string) => {
    const response = await fetch(
      `${service.baseUrl}/v2/me?${new URLSearchParams({ id_token: id })}`,
      {
        method: 'PATCH',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/vnd.api+json' },
        body: JSON.stringify({
          data: { type: 'user', id: String(users.writer.userId), attributes: {} },
        }),
      },
    );
    const document = (await response.json()) as { errors?: [{ code: string }] };
    if (response.status !== 200) {
      expect([response.status, document.errors?.[0].code]).toEqual([403, '403']);
    }
    return response.status === 200;
  };

  test('returns a token for 900 seconds that is never cached', async () => {
    const response = await request({ password: users.writer.password });
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.json()).toEqual({ id_token: expect.any(String), expires_in: 900 });
  });

  test.each([
    ['wrong', { password: 'wrong' }, [400, 'invalid_grant']],
    ['too long', { password: 'x'.repeat(1025) }, [400, 'invalid_grant']],
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
  ])('rejects a password that is %s', async (_what, form, expected) => {
    expect(await errorOf(await request(form))).toEqual(expected);
  });

  test('rejects a body that is not a form with invalid_request', async () => {
    const response = await fetch(`${service.baseUrl}/oauth/id_token`, {
      method: 'POST',
      headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
      body: '{"password":"x"}',
    });
    expect(await errorOf(response)).toEqual([400, 'invalid_request']);
  });

  test('rejects an invalid access token with 401', async () => {
    const response = await request({ password: users.writer.password }, 'unknown');
    expect(response.headers.get('www-authenticate')).toBe('Bearer');
    expect((await errorOf(response))[0]).toBe(401);
  });

  describe('id_token', () => {
    test('is bound to its access token and user', async () => {
      const id = await idToken();
      expect(await isAccepted(accessToken, id)).toBe(true);
      expect(await isAccepted(await grant(), id)).toBe(false);
    });

    test('is not valid for a refreshed access token', async () => {
      const tokens = await signInThroughPages(service.baseUrl, users.writer);
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
      expect(await isAccepted(tokens.access_token, id)).toBe(true);
      expect(await isAccepted(refreshed, id)).toBe(false);
    });

    test('expires after 15 minutes', async () => {
      const id = await idToken();
      service.clock.advance(899);
      expect(await isAccepted(accessToken, id)).toBe(true);
      service.clock.advance(1);
      expect(await isAccepted(accessToken, id)).toBe(false);
    });
  });

  describe('five wrong passwords within 15 minutes', () => {
    const wrong = async (times: number) => {
      const statuses = [];
      for (let time = 0; time < times; time += 1) {
        statuses.push((await request({ password: 'wrong' })).status);
      }
      return statuses;
    };

    test('block right and wrong ones until the window ends', async () => {
      expect(await wrong(6)).toEqual([400, 400, 400, 400, 400, 429]);
      service.clock.advance(100);
      const rejected = await request({ password: users.writer.password });
      expect(rejected.status).toBe(429);
      expect(rejected.headers.get('retry-after')).toBe('800');
      service.clock.advance(800);
      expect((await request({ password: users.writer.password })).status).toBe(200);
    });

    test("don't block sign-in or other users", async () => {
      await wrong(6);
      const tokens = await signInThroughPages(service.baseUrl, users.writer);
      expect(tokens.token_type).toBe('Bearer');
      const readerToken = await grant(users.reader.userId);
      expect((await request({ password: users.reader.password }, readerToken)).status).toBe(200);
    });

    test('are counted across access tokens', async () => {
      await wrong(5);
      expect((await request({ password: users.writer.password }, await grant())).status).toBe(429);
    });

    test('are not reached after a success, which resets the count', async () => {
      await wrong(4);
      expect((await request({ password: users.writer.password })).status).toBe(200);
      expect(await wrong(5)).toEqual([400, 400, 400, 400, 400]);
    });

    test('are counted exactly under concurrency', async () => {
      const responses = await Promise.all(
        Array.from({ length: 20 }, () => request({ password: 'wrong' })),
      );
      expect(responses.filter(({ status }) => status === 400)).toHaveLength(5);
      expect(responses.filter(({ status }) => status === 429)).toHaveLength(15);
    });

    test("don't include right ones in parallel", async () => {
      const responses = await Promise.all(
        Array.from({ length: 8 }, () => request({ password: users.writer.password })),
      );
      expect(responses.map(({ status }) => status)).toEqual(Array(8).fill(200));
    });
  });
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedSignIn } from '#services/advocacy/testing/sign-in-fixture.ts';
import { startAdvocacy, type TestAdvocacy } from '#services/advocacy/testing/start-advocacy.ts';
import {
  basic,
  createTokenClient,
  expectOAuthError,
  type TokenClient,
} from '#services/advocacy/testing/token-client.ts';
import { describeStorages } from '#services/platform/testing/storages.ts';

describeStorages('POST /oauth/revoke (RFC 7009)', (store) => {
  let service: TestAdvocacy;
  let users: Awaited<ReturnType<typeof seedSignIn>>;
  let client: TokenClient;
  beforeAll(async () => {
    service = await startAdvocacy(store.storage);
    users = await seedSignIn(store.db);
    client = createTokenClient(service.baseUrl, users.writer);
  });
  afterAll(() => service.close());

  test.each(['refresh_token', 'access_token'] as const)(
    'revokes the session by %s',
    async (kind) => {
      const tokens = await client.signIn();
      const response = await client.revoke({ client_id: 'patron-console', token: tokens[kind] });
      expect(await response.text()).toBe('');
      expect(response.headers.get('content-type')).toBeNull();
      expect(response.status).toBe(200);
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(await client.isAlive(tokens)).toBe(false);
      await expectOAuthError(await client.token(client.refreshForm(tokens)), 400, 'invalid_grant');
    },
  );

  test('accepts an unknown token, and ignores one of another client', async () => {
    const tokens = await client.signIn();
    const unknown = await client.revoke({ client_id: 'patron-console', token: 'unknown' });
    expect(unknown.status).toBe(200);
    expect((await client.revoke({ token: tokens.refresh_token }, basic())).status).toBe(200);
    expect(await client.isAlive(tokens)).toBe(true);
  });

  test('rejects an unknown client with 401', async () => {
    await expectOAuthError(
      await client.revoke({ client_id: 'nobody', token: 'x' }),
      401,
      'invalid_client',
    );
  });
});

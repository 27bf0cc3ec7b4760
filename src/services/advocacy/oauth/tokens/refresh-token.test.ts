import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tokenResponseSchema } from '#contract/advocacy/oauth.ts';
import { seedSignIn } from '#services/advocacy/testing/sign-in-fixture.ts';
import { signInThroughPages } from '#services/advocacy/testing/sign-in-through-pages.ts';
import { startAdvocacy, type TestAdvocacy } from '#services/advocacy/testing/start-advocacy.ts';
import {
  basic,
  createTokenClient,
  expectOAuthError,
  type TokenClient,
} from '#services/advocacy/testing/token-client.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';

const DAY = 86_400;

describeBothStorages('refresh token', (store) => {
  let service: TestAdvocacy;
  let users: Awaited<ReturnType<typeof seedSignIn>>;
  let client: TokenClient;
  beforeAll(async () => {
    service = await startAdvocacy(store.storage);
    users = await seedSignIn(store.db);
    client = createTokenClient(service.baseUrl, users.writer);
  });
  afterAll(() => service.close());

  test('is replaced by a new one with a new access token', async () => {
    const first = await client.signIn();
    const second = await client.refresh(first);
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect(second.access_token).not.toBe(first.access_token);
    expect(second.scope).toBe(first.scope);
    expect(await client.isAlive(second)).toBe(true);
  });

  test('scope narrows only this access token', async () => {
    const first = await client.signIn();
    const narrow = await client.refresh(first, { scope: 'identity accounts:read' });
    expect(new Set(narrow.scope.split(' '))).toEqual(new Set(['identity', 'accounts:read']));
    expect((await client.refresh(narrow)).scope).toBe(first.scope);
  });

  test.each(['everything', 'identity everything', 'openid', '"quoted"'])(
    'the disallowed scope %j: invalid_grant, and the token stays valid',
    async (scope) => {
      const tokens = await client.signIn();
      await expectOAuthError(
        await client.token(client.refreshForm(tokens, { scope })),
        400,
        'invalid_grant',
      );
      expect((await client.token(client.refreshForm(tokens))).status).toBe(200);
    },
  );

  test('scopes excluded by the user’s roles: invalid_grant', async () => {
    const tokens = await signInThroughPages(service.baseUrl, users.reader);
    const form = client.refreshForm(tokens, { scope: 'identity accounts:write' });
    await expectOAuthError(await client.token(form), 400, 'invalid_grant');
  });

  test('reuse revokes the whole token family', async () => {
    const first = await client.signIn();
    const second = await client.refresh(first);
    await expectOAuthError(await client.token(client.refreshForm(first)), 400, 'invalid_grant');
    expect(await client.isAlive(first)).toBe(false);
    expect(await client.isAlive(second)).toBe(false);
    await expectOAuthError(await client.token(client.refreshForm(second)), 400, 'invalid_grant');
  });

  test('exactly one of eight parallel uses succeeds', async () => {
    for (let round = 0; round < 3; round += 1) {
      const tokens = await client.signIn();
      const responses = await Promise.all(
        Array.from({ length: 8 }, () => client.token(client.refreshForm(tokens))),
      );
      const successful = responses.filter(({ status }) => status === 200);
      expect(successful).toHaveLength(1);
      // The seven replays revoked the family.
      for (const response of successful) {
        expect(await client.isAlive(tokenResponseSchema.parse(await response.json()))).toBe(false);
      }
    }
  });

  test('stays valid if its replacement cannot be stored', async () => {
    const tokens = await client.signIn();
    const refresh = () => client.token(client.refreshForm(tokens));
    await store.db.execute(
      sql`alter table oauth_artifacts add constraint full_disk check (kind <> 'AccessToken') not valid`,
    );
    expect((await refresh()).status).toBe(500);
    await store.db.execute(sql`alter table oauth_artifacts drop constraint full_disk`);
    expect((await refresh()).status).toBe(200);
  });

  test('of another client: invalid_grant, and the token stays valid', async () => {
    const tokens = await client.signIn();
    const { client_id: _, ...form } = client.refreshForm(tokens);
    await expectOAuthError(await client.token(form, basic()), 400, 'invalid_grant');
    expect((await client.token(client.refreshForm(tokens))).status).toBe(200);
  });

  test('expires after 14 days without use', async () => {
    const tokens = await client.signIn();
    service.clock.advance(14 * DAY);
    await expectOAuthError(await client.token(client.refreshForm(tokens)), 400, 'invalid_grant');
  });

  test("expires after 30 days, which rotation doesn't extend", async () => {
    let tokens = await client.signIn();
    for (const days of [13, 13]) {
      service.clock.advance(days * DAY);
      tokens = await client.refresh(tokens);
    }
    service.clock.advance(4 * DAY - 1);
    tokens = await client.refresh(tokens);
    service.clock.advance(1);
    await expectOAuthError(await client.token(client.refreshForm(tokens)), 400, 'invalid_grant');
    expect(await client.isAlive(tokens)).toBe(false);
  });
});

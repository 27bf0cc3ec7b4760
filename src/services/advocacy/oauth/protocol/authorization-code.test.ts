import { afterAll, beforeAll, expect, test } from 'vitest';
import { tokenResponseSchema } from '#contract/advocacy/oauth.ts';
import { createPageBrowser, locationOf } from '#services/advocacy/testing/page-browser.ts';
import { PARTNER, seedSignIn } from '#services/advocacy/testing/sign-in-fixture.ts';
import { authorizeUrl, createPkce } from '#services/advocacy/testing/sign-in-through-pages.ts';
import { startAdvocacy, type TestAdvocacy } from '#services/advocacy/testing/start-advocacy.ts';
import {
  basic,
  createTokenClient,
  expectOAuthError,
  type TokenClient,
} from '#services/advocacy/testing/token-client.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';

describeBothStorages('authorization code at the token endpoint', (store) => {
  let service: TestAdvocacy;
  let users: Awaited<ReturnType<typeof seedSignIn>>;
  let client: TokenClient;
  beforeAll(async () => {
    service = await startAdvocacy(store.storage);
    users = await seedSignIn(store.db);
    client = createTokenClient(service.baseUrl, users.writer);
  });
  afterAll(() => service.close());

  test.each([
    ['unknown', { code: 'never-issued' }],
    ['with another redirect_uri', { redirect_uri: PARTNER.redirectUri }],
    ['with a wrong verifier', { code_verifier: createPkce().verifier }],
    ['with a verifier that is too short', { code_verifier: 'short' }],
    ['with invalid characters in the verifier', { code_verifier: '!'.repeat(50) }],
    ['with an unknown scope', { scope: 'identity everything' }],
    ['with a scope that is not a token', { scope: '"quoted"' }],
  ])('%s: invalid_grant, and the code stays valid', async (_what, wrong) => {
    const form = await client.codeForm();
    await expectOAuthError(await client.token({ ...form, ...wrong }), 400, 'invalid_grant');
    expect((await client.token(form)).status).toBe(200);
  });

  test('without its verifier: invalid_grant, and the code stays valid', async () => {
    const form = await client.codeForm();
    const { code_verifier: _, ...without } = form;
    await expectOAuthError(await client.token(without), 400, 'invalid_grant');
    expect((await client.token(form)).status).toBe(200);
  });

  test('a verifier without a challenge (downgrade): invalid_grant', async () => {
    const browser = createPageBrowser();
    const started = await browser.get(
      authorizeUrl(service.baseUrl, {
        response_type: 'code',
        client_id: PARTNER.clientId,
        redirect_uri: PARTNER.redirectUri,
      }),
    );
    const { email, password } = users.writer;
    const posted = await browser.post(locationOf(started), { email, password });
    const callback = locationOf(await browser.get(locationOf(posted)));
    const form = {
      grant_type: 'authorization_code',
      code: callback.searchParams.get('code') ?? '',
      redirect_uri: PARTNER.redirectUri,
    };
    const { verifier } = createPkce();
    await expectOAuthError(
      await client.token({ ...form, code_verifier: verifier }, basic()),
      400,
      'invalid_grant',
    );
    expect((await client.token(form, basic())).status).toBe(200);
  });

  test('expires after five minutes', async () => {
    const [early, late] = [await client.codeForm(), await client.codeForm()];
    service.clock.advance(299);
    expect((await client.token(early)).status).toBe(200);
    service.clock.advance(1);
    await expectOAuthError(await client.token(late), 400, 'invalid_grant');
  });

  test('reuse with proof of possession revokes the tokens of the code', async () => {
    const form = await client.codeForm();
    const tokens = tokenResponseSchema.parse(await (await client.token(form)).json());
    await expectOAuthError(
      await client.token({ ...form, code_verifier: createPkce().verifier }),
      400,
      'invalid_grant',
    );
    expect(await client.isAlive(tokens)).toBe(true);
    await expectOAuthError(await client.token(form), 400, 'invalid_grant');
    expect(await client.isAlive(tokens)).toBe(false);
    await expectOAuthError(await client.token(client.refreshForm(tokens)), 400, 'invalid_grant');
  });

  test('exactly one of eight parallel uses succeeds', async () => {
    for (let round = 0; round < 3; round += 1) {
      const form = await client.codeForm();
      const responses = await Promise.all(Array.from({ length: 8 }, () => client.token(form)));
      expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
      for (const response of responses.filter(({ status }) => status !== 200)) {
        await expectOAuthError(response, 400, 'invalid_grant');
      }
    }
  });
});

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
import { describeStorages } from '#services/platform/testing/storages.ts';

describeStorages('a code at the token endpoint (rules 2 and 4)', (store) => {
  let service: TestAdvocacy;
  let people: Awaited<ReturnType<typeof seedSignIn>>;
  let client: TokenClient;
  beforeAll(async () => {
    service = await startAdvocacy(store.storage);
    people = await seedSignIn(store.db);
    client = createTokenClient(service.baseUrl, people.writer);
  });
  afterAll(() => service.close());

  test.each([
    ['unknown', { code: 'never-issued' }],
    ['with another redirect_uri', { redirect_uri: PARTNER.redirectUri }],
    ['with a wrong verifier', { code_verifier: createPkce().verifier }],
    ['with a verifier that no challenge has', { code_verifier: 'short' }],
    ['with a verifier of wrong characters', { code_verifier: '!'.repeat(50) }],
  ])('%s: invalid_grant, and the code is not used up', async (_what, wrong) => {
    const form = await client.codeForm();
    await expectOAuthError(await client.token({ ...form, ...wrong }), 400, 'invalid_grant');
    expect((await client.token(form)).status).toBe(200);
  });

  test('without its verifier: invalid_grant, and the code is not used up', async () => {
    const form = await client.codeForm();
    const { code_verifier: _, ...without } = form;
    await expectOAuthError(await client.token(without), 400, 'invalid_grant');
    expect((await client.token(form)).status).toBe(200);
  });

  test('a verifier where no challenge was sent (downgrade): invalid_grant', async () => {
    const browser = createPageBrowser();
    const started = await browser.get(
      authorizeUrl(service.baseUrl, {
        response_type: 'code',
        client_id: PARTNER.clientId,
        redirect_uri: PARTNER.redirectUri,
      }),
    );
    const { email, password } = people.writer;
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

  test('ends after five minutes', async () => {
    const [early, late] = [await client.codeForm(), await client.codeForm()];
    service.clock.advance(299);
    expect((await client.token(early)).status).toBe(200);
    service.clock.advance(1);
    await expectOAuthError(await client.token(late), 400, 'invalid_grant');
  });

  test('a replay that proves possession revokes what the code gave', async () => {
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

  test('of eight parallel uses exactly one succeeds', async () => {
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

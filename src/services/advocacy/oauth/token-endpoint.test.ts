import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { oauthErrorSchema, type TokenReply, tokenReplySchema } from '#contract/advocacy/oauth.ts';
import { describeStorages } from '../../platform/testing/storages.ts';
import { createPageBrowser, locationOf } from '../testing/page-browser.ts';
import { PARTNER, seedSignIn } from '../testing/sign-in-fixture.ts';
import {
  authorizeThroughPages,
  authorizeUrl,
  consoleAuthorization,
  createPkce,
  requestToken,
  signInThroughPages,
} from '../testing/sign-in-through-pages.ts';
import { startAdvocacy, type TestAdvocacy } from '../testing/start-advocacy.ts';
import { oauthArtifacts } from './oauth-artifacts-table.ts';

const DAY = 86_400;

const jsonOf = async (response: Response) => (await response.json()) as Record<string, unknown>;

describeStorages('POST /oauth/token', (store) => {
  let service: TestAdvocacy;
  let people: Awaited<ReturnType<typeof seedSignIn>>;
  beforeAll(async () => {
    service = await startAdvocacy(store.storage);
    people = await seedSignIn(store.db);
  });
  afterAll(() => service.close());

  const token = (form: Record<string, string> | [string, string][], headers = {}) =>
    requestToken(service.baseUrl, form, headers);
  const isAlive = async ({ access_token }: TokenReply) => {
    const headers = { authorization: `Bearer ${access_token}` };
    return (await fetch(`${service.baseUrl}/v2/me`, { headers })).status === 200;
  };
  const expectError = async (response: Response, status: number, error: string) => {
    const body = await jsonOf(response);
    expect({ status: response.status, error: body.error }).toEqual({ status, error });
    expect(oauthErrorSchema.safeParse(body).success).toBe(true);
    expect(Object.keys(body).filter((name) => !/^error(_description)?$/.test(name))).toEqual([]);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
  };
  /** A fresh code of the console, and the form that exchanges it. */
  const codeForm = async () => {
    const authorization = consoleAuthorization(service.baseUrl);
    const { callback, verifier } = await authorizeThroughPages(
      service.baseUrl,
      people.writer,
      authorization,
    );
    return {
      grant_type: 'authorization_code',
      client_id: authorization.clientId,
      code: callback.searchParams.get('code') ?? '',
      redirect_uri: authorization.redirectUri,
      code_verifier: verifier,
    };
  };
  const partnerCodeForm = async () => {
    const { callback, verifier } = await authorizeThroughPages(
      service.baseUrl,
      people.writer,
      PARTNER,
    );
    return {
      grant_type: 'authorization_code',
      code: callback.searchParams.get('code') ?? '',
      redirect_uri: PARTNER.redirectUri,
      code_verifier: verifier,
    };
  };
  const basic = (secret = PARTNER.clientSecret) => ({
    authorization: `Basic ${btoa(`${PARTNER.clientId}:${secret}`)}`,
  });
  const refreshForm = ({ refresh_token }: TokenReply, more = {}) => ({
    grant_type: 'refresh_token',
    client_id: 'patron-console',
    refresh_token,
    ...more,
  });
  const refresh = async (tokens: TokenReply, more = {}): Promise<TokenReply> =>
    tokenReplySchema.parse(await (await token(refreshForm(tokens, more))).json());
  const signIn = () => signInThroughPages(service.baseUrl, people.writer);

  describe('a successful exchange', () => {
    test('answers every member of the contract, and never a cache', async () => {
      const response = await token(await codeForm());
      expect(response.status).toBe(200);
      expect(response.headers.get('cache-control')).toBe('no-store');
      const tokens = await jsonOf(response);
      expect(Object.keys(tokens).sort()).toEqual([
        'access_token',
        'created_at',
        'expires_in',
        'refresh_token',
        'scope',
        'token_type',
      ]);
      expect(tokens).toMatchObject({
        token_type: 'Bearer',
        expires_in: 3600,
        created_at: Math.floor(service.clock.now().getTime() / 1000),
      });
    });

    test('keeps only digests of codes and tokens', async () => {
      const form = await codeForm();
      const tokens = tokenReplySchema.parse(await (await token(form)).json());
      const stored = JSON.stringify(await store.db.select().from(oauthArtifacts));
      for (const secret of [form.code, tokens.access_token, tokens.refresh_token]) {
        expect(stored).not.toContain(secret);
      }
    });

    test('an access token ends after an hour', async () => {
      const tokens = await signIn();
      service.clock.advance(3599);
      expect(await isAlive(tokens)).toBe(true);
      service.clock.advance(1);
      expect(await isAlive(tokens)).toBe(false);
    });
  });

  describe('rule 1: the client', () => {
    test.each(['Basic', 'body'])('a confidential client by %s', async (how) => {
      const form = await partnerCodeForm();
      const { clientId, clientSecret } = PARTNER;
      const response =
        how === 'Basic'
          ? await token(form, basic())
          : await token({ ...form, client_id: clientId, client_secret: clientSecret });
      expect(response.status).toBe(200);
    });

    test('no client_id: invalid_request', async () => {
      const { client_id: _, ...form } = await codeForm();
      await expectError(await token(form), 400, 'invalid_request');
    });

    test.each([
      ['unknown', { client_id: 'nobody' }],
      ['unknown, with a NUL', { client_id: 'no\0body' }],
      ['confidential without its secret', { client_id: PARTNER.clientId }],
      ['confidential with a wrong secret', { client_id: PARTNER.clientId, client_secret: 'wrong' }],
      ['public with a secret', { client_id: 'patron-console', client_secret: 'any' }],
    ])('%s: 401 invalid_client', async (_what, credentials) => {
      const form = { grant_type: 'refresh_token', refresh_token: 'x', ...credentials };
      const response = await token(form);
      expect(response.headers.has('www-authenticate')).toBe(false);
      await expectError(response, 401, 'invalid_client');
    });

    test('wrong Basic: 401 with WWW-Authenticate: Basic', async () => {
      const response = await token(await partnerCodeForm(), basic('wrong'));
      expect(response.headers.get('www-authenticate')).toMatch(/^Basic /);
      await expectError(response, 401, 'invalid_client');
    });

    test('two ways at once: invalid_request', async () => {
      const form = { ...(await partnerCodeForm()), client_secret: PARTNER.clientSecret };
      await expectError(await token(form, basic()), 400, 'invalid_request');
    });

    test('a code of another client: invalid_grant', async () => {
      const { client_id: _, ...form } = await codeForm();
      await expectError(await token(form, basic()), 400, 'invalid_grant');
    });
  });

  describe('the request', () => {
    test.each([
      [{ grant_type: 'password' }, 'unsupported_grant_type'],
      [{ grant_type: 'client_credentials' }, 'unsupported_grant_type'],
      [{}, 'invalid_request'],
      [{ grant_type: 'authorization_code', redirect_uri: 'https://a.example' }, 'invalid_request'],
      [{ grant_type: 'authorization_code', code: 'x' }, 'invalid_request'],
      [{ grant_type: 'refresh_token' }, 'invalid_request'],
    ])('%j: %s', async (form, error) => {
      await expectError(await token({ client_id: 'patron-console', ...form }), 400, error);
    });

    test('a repeated parameter: invalid_request', async () => {
      const form = Object.entries(await codeForm());
      for (const [name, value] of form) {
        await expectError(await token([...form, [name, value]]), 400, 'invalid_request');
      }
    });

    test('a JSON body: invalid_request', async () => {
      const response = await fetch(`${service.baseUrl}/oauth/token`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'text/html' },
        body: '{"grant_type":"refresh_token"}',
      });
      await expectError(response, 400, 'invalid_request');
    });

    test('another method: 405 with Allow', async () => {
      const response = await fetch(`${service.baseUrl}/oauth/token`);
      expect(response.status).toBe(405);
      expect(response.headers.get('allow')).toBe('POST');
    });
  });

  describe('rules 2 and 4: a code', () => {
    test.each([
      ['unknown', { code: 'never-issued' }],
      ['with another redirect_uri', { redirect_uri: PARTNER.redirectUri }],
      ['with a wrong verifier', { code_verifier: createPkce().verifier }],
      ['with a verifier that no challenge has', { code_verifier: 'short' }],
      ['with a verifier of wrong characters', { code_verifier: '!'.repeat(50) }],
    ])('%s: invalid_grant, and the code is not used up', async (_what, wrong) => {
      const form = await codeForm();
      await expectError(await token({ ...form, ...wrong }), 400, 'invalid_grant');
      expect((await token(form)).status).toBe(200);
    });

    test('without its verifier: invalid_grant, and the code is not used up', async () => {
      const form = await codeForm();
      const { code_verifier: _, ...without } = form;
      await expectError(await token(without), 400, 'invalid_grant');
      expect((await token(form)).status).toBe(200);
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
      await expectError(
        await token({ ...form, code_verifier: verifier }, basic()),
        400,
        'invalid_grant',
      );
      expect((await token(form, basic())).status).toBe(200);
    });

    test('ends after five minutes', async () => {
      const [early, late] = [await codeForm(), await codeForm()];
      service.clock.advance(299);
      expect((await token(early)).status).toBe(200);
      service.clock.advance(1);
      await expectError(await token(late), 400, 'invalid_grant');
    });

    test('a replay that proves possession revokes what the code gave', async () => {
      const form = await codeForm();
      const tokens = tokenReplySchema.parse(await (await token(form)).json());
      await expectError(
        await token({ ...form, code_verifier: createPkce().verifier }),
        400,
        'invalid_grant',
      );
      expect(await isAlive(tokens)).toBe(true);
      await expectError(await token(form), 400, 'invalid_grant');
      expect(await isAlive(tokens)).toBe(false);
      await expectError(await token(refreshForm(tokens)), 400, 'invalid_grant');
    });

    test('of eight parallel uses at most one succeeds', async () => {
      for (let round = 0; round < 3; round += 1) {
        const form = await codeForm();
        const responses = await Promise.all(Array.from({ length: 8 }, () => token(form)));
        expect(responses.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
        for (const response of responses.filter(({ status }) => status !== 200)) {
          await expectError(response, 400, 'invalid_grant');
        }
      }
    });
  });

  describe('rule 3: a refresh token', () => {
    test('is replaced by a new one, with a new access token', async () => {
      const first = await signIn();
      const second = await refresh(first);
      expect(second.refresh_token).not.toBe(first.refresh_token);
      expect(second.access_token).not.toBe(first.access_token);
      expect(second.scope).toBe(first.scope);
      expect(await isAlive(second)).toBe(true);
    });

    test('scope narrows the access token only; the next one has all again', async () => {
      const first = await signIn();
      const narrow = await refresh(first, { scope: 'identity accounts:read' });
      expect(new Set(narrow.scope.split(' '))).toEqual(new Set(['identity', 'accounts:read']));
      expect((await refresh(narrow)).scope).toBe(first.scope);
    });

    test.each(['everything', 'identity everything', 'openid', '"quoted"'])(
      'the disallowed scope %j: invalid_grant, and the token is not used up',
      async (scope) => {
        const tokens = await signIn();
        await expectError(await token(refreshForm(tokens, { scope })), 400, 'invalid_grant');
        expect((await token(refreshForm(tokens))).status).toBe(200);
      },
    );

    test('what the person’s roles left out can’t be asked for: invalid_grant', async () => {
      const tokens = await signInThroughPages(service.baseUrl, people.reader);
      const form = refreshForm(tokens, { scope: 'identity accounts:write' });
      await expectError(await token(form), 400, 'invalid_grant');
    });

    test('used again, it ends the whole family', async () => {
      const first = await signIn();
      const second = await refresh(first);
      await expectError(await token(refreshForm(first)), 400, 'invalid_grant');
      expect(await isAlive(first)).toBe(false);
      expect(await isAlive(second)).toBe(false);
      await expectError(await token(refreshForm(second)), 400, 'invalid_grant');
    });

    test('of eight parallel uses at most one succeeds', async () => {
      for (let round = 0; round < 3; round += 1) {
        const tokens = await signIn();
        const responses = await Promise.all(
          Array.from({ length: 8 }, () => token(refreshForm(tokens))),
        );
        const won = responses.filter(({ status }) => status === 200);
        expect(won.length).toBeLessThanOrEqual(1);
        // Seven replays ended the family, whoever was first.
        for (const response of won) {
          expect(await isAlive(tokenReplySchema.parse(await response.json()))).toBe(false);
        }
      }
    });

    test('of another client: invalid_grant, and not used up', async () => {
      const tokens = await signIn();
      const { client_id: _, ...form } = refreshForm(tokens);
      await expectError(await token(form, basic()), 400, 'invalid_grant');
      expect((await token(refreshForm(tokens))).status).toBe(200);
    });

    test('ends after 14 days without use', async () => {
      const tokens = await signIn();
      service.clock.advance(14 * DAY);
      await expectError(await token(refreshForm(tokens)), 400, 'invalid_grant');
    });

    test('ends after 30 days in all, which rotation does not extend', async () => {
      let tokens = await signIn();
      for (const days of [13, 13]) {
        service.clock.advance(days * DAY);
        tokens = await refresh(tokens);
      }
      service.clock.advance(4 * DAY - 1);
      tokens = await refresh(tokens);
      service.clock.advance(1);
      await expectError(await token(refreshForm(tokens)), 400, 'invalid_grant');
      expect(await isAlive(tokens)).toBe(false);
    });
  });

  describe('POST /oauth/revoke (RFC 7009)', () => {
    const revoke = (form: Record<string, string>, headers = {}) =>
      fetch(`${service.baseUrl}/oauth/revoke`, {
        method: 'POST',
        body: new URLSearchParams(form),
        headers,
      });

    test.each(['refresh_token', 'access_token'] as const)(
      'by %s ends the session',
      async (kind) => {
        const tokens = await signIn();
        const response = await revoke({ client_id: 'patron-console', token: tokens[kind] });
        expect(response.status).toBe(200);
        expect(response.headers.get('cache-control')).toBe('no-store');
        expect(await isAlive(tokens)).toBe(false);
        await expectError(await token(refreshForm(tokens)), 400, 'invalid_grant');
      },
    );

    test('an unknown token is no error, and another client ends nothing', async () => {
      const tokens = await signIn();
      const unknown = await revoke({ client_id: 'patron-console', token: 'unknown' });
      expect(unknown.status).toBe(200);
      expect((await revoke({ token: tokens.refresh_token }, basic())).status).toBe(200);
      expect(await isAlive(tokens)).toBe(true);
    });

    test('an unknown client: 401', async () => {
      await expectError(await revoke({ client_id: 'nobody', token: 'x' }), 401, 'invalid_client');
    });
  });

  describe('CORS', () => {
    const paths = ['/oauth/token', '/oauth/revoke', '/oauth/id_token', '/v2/me'];
    test.each(paths)('%s is open to registered origins only', async (path) => {
      const own = new URL(service.baseUrl).origin;
      for (const [origin, isAllowed] of [
        [own, true],
        ['https://evil.example', false],
        ['null', false],
      ] as const) {
        const preflight = await fetch(service.baseUrl + path, {
          method: 'OPTIONS',
          headers: {
            origin,
            'access-control-request-method': 'POST',
            'access-control-request-headers': 'authorization',
          },
        });
        const actual = await fetch(service.baseUrl + path, {
          method: path.startsWith('/v2') ? 'GET' : 'POST',
          headers: { origin },
        });
        for (const { headers } of [preflight, actual]) {
          expect(headers.get('access-control-allow-origin')).toBe(isAllowed ? origin : null);
        }
        if (isAllowed) {
          expect(preflight.headers.get('access-control-allow-headers')).toContain('authorization');
        }
      }
    });
  });
});

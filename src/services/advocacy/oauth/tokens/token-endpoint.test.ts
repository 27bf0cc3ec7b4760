import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tokenResponseSchema } from '#contract/advocacy/oauth.ts';
import { oauthArtifacts } from '#services/advocacy/oauth/oauth-artifacts-table.ts';
import { PARTNER, seedSignIn } from '#services/advocacy/testing/sign-in-fixture.ts';
import { startAdvocacy, type TestAdvocacy } from '#services/advocacy/testing/start-advocacy.ts';
import {
  basic,
  createTokenClient,
  expectOAuthError,
  type TokenClient,
} from '#services/advocacy/testing/token-client.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';

describeBothStorages('POST /oauth/token', (store) => {
  let service: TestAdvocacy;
  let users: Awaited<ReturnType<typeof seedSignIn>>;
  let client: TokenClient;
  beforeAll(async () => {
    service = await startAdvocacy(store.storage);
    users = await seedSignIn(store.db);
    client = createTokenClient(service.baseUrl, users.writer);
  });
  afterAll(() => service.close());

  describe('a successful exchange', () => {
    test('returns all members of the contract, never cached', async () => {
      const response = await client.token(await client.codeForm());
      expect(response.status).toBe(200);
      expect(response.headers.get('cache-control')).toBe('no-store');
      const tokens = (await response.json()) as object;
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

    test('stores only digests of codes and tokens', async () => {
      const form = await client.codeForm();
      const tokens = tokenResponseSchema.parse(await (await client.token(form)).json());
      const stored = JSON.stringify(await store.db.select().from(oauthArtifacts));
      for (const secret of [form.code, tokens.access_token, tokens.refresh_token]) {
        expect(stored).not.toContain(secret);
      }
    });

    test('issues access tokens that expire after an hour', async () => {
      const tokens = await client.signIn();
      service.clock.advance(3599);
      expect(await client.isAlive(tokens)).toBe(true);
      service.clock.advance(1);
      expect(await client.isAlive(tokens)).toBe(false);
    });
  });

  describe('rule 1: the client', () => {
    test.each(['Basic', 'body'])('a confidential client authenticates by %s', async (how) => {
      const form = await client.partnerCodeForm();
      const { clientId, clientSecret } = PARTNER;
      const response =
        how === 'Basic'
          ? await client.token(form, basic())
          : await client.token({ ...form, client_id: clientId, client_secret: clientSecret });
      expect(response.status).toBe(200);
    });

    test('no client_id: invalid_request', async () => {
      const { client_id: _, ...form } = await client.codeForm();
      await expectOAuthError(await client.token(form), 400, 'invalid_request');
    });

    test.each([
      ['an unknown client', { client_id: 'nobody' }],
      ['an unknown client with a NUL', { client_id: 'no\0body' }],
      ['a confidential client without its secret', { client_id: PARTNER.clientId }],
      [
        'a confidential client with a wrong secret',
        { client_id: PARTNER.clientId, client_secret: 'wrong' },
      ],
      ['a public client with a secret', { client_id: 'patron-console', client_secret: 'any' }],
    ])('%s: 401 invalid_client', async (_what, credentials) => {
      const form = { grant_type: 'refresh_token', refresh_token: 'x', ...credentials };
      const response = await client.token(form);
      expect(response.headers.has('www-authenticate')).toBe(false);
      await expectOAuthError(response, 401, 'invalid_client');
    });

    test('wrong Basic: 401 with WWW-Authenticate: Basic', async () => {
      const response = await client.token(await client.partnerCodeForm(), basic('wrong'));
      expect(response.headers.get('www-authenticate')).toMatch(/^Basic /);
      await expectOAuthError(response, 401, 'invalid_client');
    });

    test.each([
      'patron-partner:',
      ':secret',
      ':',
      'patron-partner',
      '',
      '%zz:secret',
      'patron-partner:%',
      'patron-partner:wröng',
      'patron-partner:%00',
    ])('malformed Basic %j: 401 with WWW-Authenticate: Basic', async (credentials) => {
      const authorization = `Basic ${Buffer.from(credentials).toString('base64')}`;
      const response = await client.token(await client.partnerCodeForm(), { authorization });
      expect(response.headers.get('www-authenticate')).toMatch(/^Basic /);
      await expectOAuthError(response, 401, 'invalid_client');
    });

    test('Basic that is not valid Base64: 401 with WWW-Authenticate: Basic', async () => {
      const encoded = btoa(`${PARTNER.clientId}:wrong`);
      for (const broken of [`${encoded}*`, `${encoded}=`, encoded.replace('c', '_')]) {
        const response = await client.token(await client.partnerCodeForm(), {
          authorization: `Basic ${broken}`,
        });
        expect(response.headers.get('www-authenticate')).toMatch(/^Basic /);
        await expectOAuthError(response, 401, 'invalid_client');
      }
    });

    test('two authentication methods are rejected as invalid_request', async () => {
      const form = { ...(await client.partnerCodeForm()), client_secret: PARTNER.clientSecret };
      await expectOAuthError(await client.token(form, basic()), 400, 'invalid_request');
    });

    test('a code of another client: invalid_grant', async () => {
      const { client_id: _, ...form } = await client.codeForm();
      await expectOAuthError(await client.token(form, basic()), 400, 'invalid_grant');
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
      await expectOAuthError(
        await client.token({ client_id: 'patron-console', ...form }),
        400,
        error,
      );
    });

    test('a repeated parameter: invalid_request', async () => {
      const form = Object.entries(await client.codeForm());
      for (const [name, value] of form) {
        await expectOAuthError(
          await client.token([...form, [name, value]]),
          400,
          'invalid_request',
        );
      }
    });

    test('a JSON body: invalid_request', async () => {
      const response = await fetch(`${service.baseUrl}/oauth/token`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'text/html' },
        body: '{"grant_type":"refresh_token"}',
      });
      await expectOAuthError(response, 400, 'invalid_request');
    });

    test('a body that is too long: invalid_request, and the connection stays usable', async () => {
      const { hostname, port, host, pathname } = new URL(`${service.baseUrl}/oauth/token`);
      const socket = connect(Number(port), hostname);
      const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
      socket.write(
        `POST ${pathname} HTTP/1.1\r\nhost: ${host}\r\ncontent-type: application/x-www-form-urlencoded\r\n` +
          `transfer-encoding: chunked\r\n\r\n${chunk.repeat(3)}0\r\n\r\n`,
      );
      socket.write(`GET ${pathname} HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`);
      const responses = await text(socket);
      expect(responses.match(/(?<=HTTP\/1.1 )\d+/g)).toEqual(['400', '405']);
      expect(responses).toContain('"error":"invalid_request"');
    });

    test('another method: 405 with Allow', async () => {
      const response = await fetch(`${service.baseUrl}/oauth/token`);
      expect(response.status).toBe(405);
      expect(response.headers.get('allow')).toBe('POST');
    });
  });
});

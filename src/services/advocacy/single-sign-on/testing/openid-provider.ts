import { createHash, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import {
  exportJWK,
  generateKeyPair,
  type JWTHeaderParameters,
  type JWTPayload,
  SignJWT,
} from 'jose';
import type { OidcSettings } from '#services/platform/oidc/oidc-settings.ts';
import type { TestClock } from '#services/platform/testing/test-clock.ts';

type PrivateKey = Awaited<ReturnType<typeof generateKeyPair>>['privateKey'];

/** A small OpenID provider whose responses and tokens tests make wrong. */
export async function startOpenIdProvider(clock: TestClock) {
  const codes = new Map<string, { nonce: string | null; challenge: string | null }>();
  let keys = [await createKey('first')];

  const provider = {
    url: '',
    /** The person who signs in. */
    claims: { sub: 'ana', email: 'ana@acme.test', email_verified: true } as JWTPayload,
    /** Overrides the discovery document. */
    metadata: {} as Record<string, unknown>,
    /** Added to redirects back; undefined leaves a parameter out. */
    callback: {} as Record<string, string | undefined>,
    /** Replaces the id_token of the next responses. */
    idToken: undefined as (() => Promise<string>) | undefined,
    /** Claims of the userinfo endpoint. */
    userinfo: {} as JWTPayload,
    /** Whether requests never end. */
    hangs: false,
    /** Headers of its responses. */
    headers: {} as Record<string, string>,
    requests: [] as string[],
    /** The header of the last request for tokens. */
    authorization: undefined as string | undefined,
    /** The tokens that it issued. */
    tokens: [] as string[],
    now: () => Math.floor(clock.now().getTime() / 1000),
    /** The settings of an application of it. */
    settings: (more: Partial<OidcSettings> = {}): OidcSettings => ({
      issuer: provider.url,
      clientId: 'patron',
      clientSecret: 'secret of patron',
      name: 'Acme',
      scopes: ['openid', 'email', 'profile'],
      require: {},
      domains: undefined,
      sessionHours: 12,
      amr: undefined,
      groupsClaim: 'groups',
      groupRoles: undefined,
      isOnly: false,
      ...more,
    }),
    async rotateKeys(kid: string): Promise<void> {
      keys = [await createKey(kid)];
    },
    async sign(
      claims: JWTPayload,
      {
        header,
        key = keys[0]?.privateKey,
      }: { header?: Partial<JWTHeaderParameters>; key?: PrivateKey | undefined } = {},
    ): Promise<string> {
      const now = provider.now();
      const all = { iss: provider.url, aud: 'patron', iat: now, exp: now + 300, ...claims };
      const jwt = new SignJWT(JSON.parse(JSON.stringify(all)) as JWTPayload).setProtectedHeader({
        alg: 'RS256',
        kid: keys[0]?.kid ?? '',
        ...header,
      });
      if (!key) throw new Error('There is no key');
      return jwt.sign(key);
    },
    logoutToken: (
      claims: JWTPayload,
      header: Partial<JWTHeaderParameters> = { typ: 'logout+jwt' },
    ) =>
      provider.sign(
        {
          jti: randomUUID(),
          events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
          ...claims,
        },
        { header },
      ),
    /** What the person's browser gets at the authorization endpoint: the address of the callback. */
    authorize(address: URL): URL {
      const code = randomUUID();
      const query = address.searchParams;
      codes.set(code, { nonce: query.get('nonce'), challenge: query.get('code_challenge') });
      const callback = new URL(query.get('redirect_uri') ?? '');
      const parameters = {
        code,
        state: query.get('state') ?? '',
        iss: provider.url,
        ...provider.callback,
      };
      for (const [name, value] of Object.entries(parameters)) {
        if (value !== undefined) callback.searchParams.set(name, value);
      }
      return callback;
    },
    /** Breaks the connections of calls that hang. */
    endCalls: () => {},
    close: async () => {},
  };

  async function exchange(form: URLSearchParams): Promise<object> {
    const found = codes.get(form.get('code') ?? '');
    codes.delete(form.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (!found || found.challenge !== challenge) return { error: 'invalid_grant' };
    const id_token = provider.idToken
      ? await provider.idToken()
      : await provider.sign({ nonce: found.nonce, auth_time: provider.now(), ...provider.claims });
    const [access_token, refresh_token] = [randomUUID(), randomUUID()];
    provider.tokens.push(access_token, refresh_token, id_token);
    return { access_token, refresh_token, token_type: 'bearer', expires_in: 60, id_token };
  }

  const server = createServer(async (request, response) => {
    const path = String(request.url);
    provider.requests.push(`${request.method} ${path}`);
    if (provider.hangs) return undefined;
    const send = (body: object, status = 200) =>
      response
        .writeHead(status, { 'content-type': 'application/json', ...provider.headers })
        .end(JSON.stringify(body));
    if (path.startsWith('/.well-known/')) return send(metadataOf(provider));
    if (path === '/keys') return send({ keys: keys.map(({ publicKey }) => publicKey) });
    if (path === '/userinfo') return send({ sub: provider.claims.sub, ...provider.userinfo });
    provider.authorization = request.headers.authorization;
    const body = await exchange(new URLSearchParams(await text(request)));
    return send(body, 'error' in body ? 400 : 200);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  provider.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  provider.endCalls = () => server.closeAllConnections();
  provider.close = () => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  };
  return provider;
}
export type OpenIdProvider = Awaited<ReturnType<typeof startOpenIdProvider>>;

async function createKey(kid: string) {
  const { publicKey, privateKey } = await generateKeyPair('RS256');
  return {
    kid,
    privateKey,
    publicKey: { ...(await exportJWK(publicKey)), kid, use: 'sig', alg: 'RS256' },
  };
}

function metadataOf({ url, metadata }: { url: string; metadata: object }) {
  return {
    issuer: url,
    authorization_endpoint: `${url}/authorize`,
    token_endpoint: `${url}/token`,
    userinfo_endpoint: `${url}/userinfo`,
    jwks_uri: `${url}/keys`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    authorization_response_iss_parameter_supported: true,
    ...metadata,
  };
}

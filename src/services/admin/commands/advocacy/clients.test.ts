import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { createAdvocacyFixture } from '#services/admin/testing/admin-fixture.ts';
import { oauthClients } from '#services/advocacy/oauth/clients/oauth-clients-table.ts';
import {
  requestToken,
  signInThroughPages,
} from '#services/advocacy/testing/sign-in-through-pages.ts';
import { describeStorages } from '#services/platform/testing/storages.ts';

const USER = { email: 'ada@example.com', password: 'correct horse battery' };
const CALLBACK = 'https://app.example.com/callback';

describeStorages('admin clients', (store) => {
  const fixture = createAdvocacyFixture(store);

  beforeAll(async () => {
    await fixture.admin.runOk(['people', 'create', USER.email, '--name', 'Ada'], {
      stdin: USER.password,
    });
  });

  const create = (id: string, ...args: string[]) =>
    fixture.admin.runJson([
      ...['clients', 'create', id, '--name', `The app ${id}`, '--redirect-uri', CALLBACK],
      ...args,
    ]) as Promise<{ secret?: string }>;
  const signIn = (clientId: string, clientSecret: string | undefined, redirectUri = CALLBACK) =>
    signInThroughPages(fixture.service.baseUrl, USER, {
      clientId,
      redirectUri,
      ...(clientSecret === undefined ? {} : { clientSecret }),
    });
  const refresh = (clientId: string, clientSecret: string, refreshToken: string) =>
    requestToken(fixture.service.baseUrl, {
      grant_type: 'refresh_token',
      client_id: clientId,
      client_secret: clientSecret,
      refresh_token: refreshToken,
    });

  test('a confidential client signs in with its secret, which is stored as a digest', async () => {
    const { secret = '' } = await create('shop');
    expect(secret).toMatch(/^patron_client_secret_[\w-]{43}$/);
    expect((await fixture.admin.runOk(['clients', 'show', 'shop'])).stdout).toMatch(
      /^SCOPES +all$/m,
    );
    const { scope } = await signIn('shop', secret);
    expect(scope).toContain('identity');
    const [row] = await store.db.select().from(oauthClients).where(eq(oauthClients.id, 'shop'));
    expect(JSON.stringify(row)).not.toContain(secret);
    for (const args of [['list'], ['show', 'shop']]) {
      const { stdout } = await fixture.admin.runOk(['clients', ...args]);
      expect(stdout).toContain('confidential');
      expect(stdout).not.toContain(secret);
      expect(stdout).not.toContain(row?.secretDigest ?? '?');
    }
  });

  test('a public client has no secret and gets only its registered scopes', async () => {
    const created = await create('spa', '--public', '--scope', 'identity', '--scope', 'teams:read');
    expect(created).toMatchObject({ type: 'public', scopes: ['identity', 'teams:read'] });
    expect(created).not.toHaveProperty('secret');
    const { scope } = await signIn('spa', undefined);
    expect(scope).toBe('identity teams:read');
    expect(await fixture.admin.runError(['clients', 'rotate-secret', 'spa'])).toMatch(/is public/);
  });

  test('rotate-secret replaces the secret immediately and keeps sessions', async () => {
    const { secret: old = '' } = await create('rotated');
    const { refresh_token } = await signIn('rotated', old);
    const { secret } = (await fixture.admin.runJson(['clients', 'rotate-secret', 'rotated'])) as {
      secret: string;
    };
    expect((await refresh('rotated', old, refresh_token)).status).toBe(401);
    expect((await refresh('rotated', secret, refresh_token)).status).toBe(200);
  });

  test('updated URLs apply from the next request on', async () => {
    const { secret } = await create('moved');
    const elsewhere = 'https://new.example.com/callback';
    await fixture.admin.runOk([
      ...['clients', 'update', 'moved', '--redirect-uri', elsewhere],
      ...[
        '--cors-origin',
        'https://new.example.com',
        '--connect-origin',
        'https://new.example.com',
      ],
    ]);
    await expect(signIn('moved', secret)).rejects.toThrow();
    await signIn('moved', secret, elsewhere);
    const preflight = await fetch(`${fixture.service.baseUrl}/oauth/token`, {
      method: 'OPTIONS',
      headers: { origin: 'https://new.example.com', 'access-control-request-method': 'POST' },
    });
    expect(preflight.headers.get('access-control-allow-origin')).toBe('https://new.example.com');
    expect(await fixture.admin.runJson(['clients', 'show', 'moved'])).toMatchObject({
      name: 'The app moved',
      connect_origins: ['https://new.example.com'],
      connect_redirect_uris: null,
    });
    await fixture.admin.runOk(['clients', 'update', 'moved', '--connect-anywhere']);
    expect(await fixture.admin.runJson(['clients', 'show', 'moved'])).toMatchObject({
      connect_origins: null,
    });
  });

  test('delete ends the sessions of the client', async () => {
    const { secret } = await create('gone');
    const { access_token } = await signIn('gone', secret);
    const me = () =>
      fetch(`${fixture.service.baseUrl}/v2/me`, {
        headers: { authorization: `Bearer ${access_token}` },
      });
    expect((await me()).status).toBe(200);
    await fixture.admin.runOk(['clients', 'delete', 'gone', '--yes']);
    expect((await me()).status).toBe(401);
    expect(await fixture.admin.runError(['clients', 'show', 'gone'])).toBe(
      'There is no client gone',
    );
  });

  test.each([
    [['--redirect-uri', 'ftp://x'], /^redirect_uris\.0: Use an http or https URL/],
    [['--redirect-uri', 'https://x/#a'], /^redirect_uris\.0: Use an http/],
    [['--redirect-uri', CALLBACK, '--scope', 'x'], /^scopes\.0: Is not a known scope/],
    [['--redirect-uri', CALLBACK, '--cors-origin', 'https://x/y'], /^cors_origins\.0: Use an or/],
    [[], /^redirect_uris: Required$/],
  ])('create rejects %j', async (args, line) => {
    expect(
      await fixture.admin.runError(['clients', 'create', 'bad', '--name', 'Bad', ...args]),
    ).toMatch(line);
  });

  test("an ID is unique, and the console's client can't be changed", async () => {
    await create('twice');
    const again = ['clients', 'create', 'twice', '--name', 'X', '--redirect-uri', CALLBACK];
    expect(await fixture.admin.runError(again)).toBe('There is already a client twice');
    for (const args of [
      ['update', 'patron-console', '--name', 'X'],
      ['rotate-secret', 'patron-console'],
      ['delete', 'patron-console', '--yes'],
    ]) {
      expect(await fixture.admin.runError(['clients', ...args])).toMatch(
        /^The client patron-console can't be changed/,
      );
    }
  });
});

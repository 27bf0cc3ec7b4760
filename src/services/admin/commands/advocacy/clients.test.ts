import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { besideAdvocacy } from '#services/admin/testing/admin-scene.ts';
import { oauthClients } from '#services/advocacy/oauth/clients/oauth-clients-table.ts';
import {
  requestToken,
  signInThroughPages,
} from '#services/advocacy/testing/sign-in-through-pages.ts';
import { describeStorages } from '#services/platform/testing/storages.ts';

const PERSON = { email: 'ada@example.com', password: 'correct horse battery' };
const CALLBACK = 'https://app.example.com/callback';

describeStorages('admin clients', (store) => {
  const scene = besideAdvocacy(store);

  beforeAll(async () => {
    await scene.admin.done(['people', 'create', PERSON.email, '--name', 'Ada'], {
      stdin: PERSON.password,
    });
  });

  const create = (id: string, ...words: string[]) =>
    scene.admin.json([
      ...['clients', 'create', id, '--name', `The app ${id}`, '--redirect-uri', CALLBACK],
      ...words,
    ]) as Promise<{ secret?: string }>;
  const signIn = (clientId: string, clientSecret: string | undefined, redirectUri = CALLBACK) =>
    signInThroughPages(scene.service.baseUrl, PERSON, {
      clientId,
      redirectUri,
      ...(clientSecret === undefined ? {} : { clientSecret }),
    });
  const refresh = (clientId: string, clientSecret: string, refreshToken: string) =>
    requestToken(scene.service.baseUrl, {
      grant_type: 'refresh_token',
      client_id: clientId,
      client_secret: clientSecret,
      refresh_token: refreshToken,
    });

  test('a confidential client signs in with its secret, of which only the digest is kept', async () => {
    const { secret = '' } = await create('shop');
    expect(secret).toMatch(/^patron_client_secret_[\w-]{43}$/);
    expect((await scene.admin.done(['clients', 'show', 'shop'])).output).toMatch(/^SCOPES +all$/m);
    const { scope } = await signIn('shop', secret);
    expect(scope).toContain('identity');
    const [row] = await store.db.select().from(oauthClients).where(eq(oauthClients.id, 'shop'));
    expect(JSON.stringify(row)).not.toContain(secret);
    for (const words of [['list'], ['show', 'shop']]) {
      const { output } = await scene.admin.done(['clients', ...words]);
      expect(output).toContain('confidential');
      expect(output).not.toContain(secret);
      expect(output).not.toContain(row?.secretDigest ?? '?');
    }
  });

  test('a public client has no secret, and gets the scopes that it is registered for', async () => {
    const created = await create('spa', '--public', '--scope', 'identity', '--scope', 'teams:read');
    expect(created).toMatchObject({ type: 'public', scopes: ['identity', 'teams:read'] });
    expect(created).not.toHaveProperty('secret');
    const { scope } = await signIn('spa', undefined);
    expect(scope).toBe('identity teams:read');
    expect(await scene.admin.refused(['clients', 'rotate-secret', 'spa'])).toMatch(/is public/);
  });

  test('a rotated secret takes the place of the old one at once; sign-ins stay', async () => {
    const { secret: old = '' } = await create('rotated');
    const { refresh_token } = await signIn('rotated', old);
    const { secret } = (await scene.admin.json(['clients', 'rotate-secret', 'rotated'])) as {
      secret: string;
    };
    expect((await refresh('rotated', old, refresh_token)).status).toBe(401);
    expect((await refresh('rotated', secret, refresh_token)).status).toBe(200);
  });

  test('changed addresses hold from the next request on', async () => {
    const { secret } = await create('moved');
    const elsewhere = 'https://new.example.com/callback';
    await scene.admin.done([
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
    const preflight = await fetch(`${scene.service.baseUrl}/oauth/token`, {
      method: 'OPTIONS',
      headers: { origin: 'https://new.example.com', 'access-control-request-method': 'POST' },
    });
    expect(preflight.headers.get('access-control-allow-origin')).toBe('https://new.example.com');
    expect(await scene.admin.json(['clients', 'show', 'moved'])).toMatchObject({
      name: 'The app moved',
      connect_origins: ['https://new.example.com'],
      connect_redirect_uris: null,
    });
    await scene.admin.done(['clients', 'update', 'moved', '--connect-anywhere']);
    expect(await scene.admin.json(['clients', 'show', 'moved'])).toMatchObject({
      connect_origins: null,
    });
  });

  test('deletion ends the sign-ins to it', async () => {
    const { secret } = await create('gone');
    const { access_token } = await signIn('gone', secret);
    const me = () =>
      fetch(`${scene.service.baseUrl}/v2/me`, {
        headers: { authorization: `Bearer ${access_token}` },
      });
    expect((await me()).status).toBe(200);
    await scene.admin.done(['clients', 'delete', 'gone', '--yes']);
    expect((await me()).status).toBe(401);
    expect(await scene.admin.refused(['clients', 'show', 'gone'])).toBe('There is no client gone');
  });

  test.each([
    [['--redirect-uri', 'ftp://x'], /^redirect_uris\.0: Use an http or https URL/],
    [['--redirect-uri', 'https://x/#a'], /^redirect_uris\.0: Use an http/],
    [['--redirect-uri', CALLBACK, '--scope', 'x'], /^scopes\.0: Is not a known scope/],
    [['--redirect-uri', CALLBACK, '--cors-origin', 'https://x/y'], /^cors_origins\.0: Use an or/],
    [[], /^redirect_uris: Is required$/],
  ])('%j is refused', async (words, line) => {
    expect(
      await scene.admin.refused(['clients', 'create', 'bad', '--name', 'Bad', ...words]),
    ).toMatch(line);
  });

  test('an id is one client’s; the console’s own is the services’', async () => {
    await create('twice');
    const again = ['clients', 'create', 'twice', '--name', 'X', '--redirect-uri', CALLBACK];
    expect(await scene.admin.refused(again)).toBe('There is already a client twice');
    for (const words of [
      ['update', 'patron-console', '--name', 'X'],
      ['rotate-secret', 'patron-console'],
      ['delete', 'patron-console', '--yes'],
    ]) {
      expect(await scene.admin.refused(['clients', ...words])).toMatch(
        /^The client patron-console can't be changed/,
      );
    }
  });
});

import { expect, test } from 'vitest';
import { OAUTH_PATHS } from '#services/advocacy/oauth/oauth-paths.ts';
import { authorizeUrl, openSignIn } from '#services/advocacy/testing/sign-in-through-pages.ts';
import { migratedDirectory } from '#services/platform/testing/migrated-directory.ts';
import { startPatronProcess } from '#services/testing/patron-process.ts';

/** An address of each part, and its status without credentials. */
const PARTS = {
  advocacy: { path: '/api/advocacy/v2/me', status: 401 },
  loyalty: { path: '/api/loyalty/v2/loyalty/members', status: 401 },
  gateway: { path: '/gateway/teams/1/webhook-events', status: 401 },
  config: { path: '/config.json', status: 200 },
  console: { path: '/members', status: 200 },
  reference: { path: '/docs', status: 200 },
  health: { path: '/healthz', status: 200 },
  readiness: { path: '/readyz', status: 200 },
} as const;
type Part = keyof typeof PARTS;

test.each<[string, Part[]]>([
  ['advocacy', ['advocacy']],
  ['loyalty', ['loyalty']],
  ['console', ['gateway', 'config', 'console']],
  ['console,advocacy,loyalty', Object.keys(PARTS) as Part[]],
])(
  '%s serves only its own addresses',
  async (roles, served) => {
    const { url } = await startPatronProcess({
      PATRON_ROLES: roles,
      PATRON_DEMO: '0',
      PATRON_DATA_DIR: await migratedDirectory(),
    });
    const always: Part[] = ['health', 'readiness', 'reference'];
    for (const [part, { path, status }] of Object.entries(PARTS)) {
      const isServed = [...served, ...always].includes(part as Part);
      const response = await fetch(`${url}${path}`);
      expect([part, response.status]).toEqual([part, isServed ? status : 404]);
      if (!isServed) expect(response.headers.get('content-type')).toMatch(/json/);
    }
  },
  60_000,
);

test('the public address is used in the configuration, the reference and redirects', async () => {
  const publicUrl = 'https://patron.example.com';
  const { url } = await startPatronProcess({
    PATRON_PUBLIC_URL: `${publicUrl}/`,
    PATRON_DEMO: '0',
    PATRON_DATA_DIR: await migratedDirectory(),
  });
  const config: unknown = await (await fetch(`${url}/config.json`)).json();
  expect(config).toMatchObject({
    advocacy: {
      baseUrl: `${publicUrl}/api/advocacy`,
      authorizeUrl: `${publicUrl}/api/advocacy/oauth/authorize`,
      tokenUrl: `${publicUrl}/api/advocacy/oauth/token`,
    },
    loyalty: { baseUrl: `${publicUrl}/gateway/teams/{team_id}/loyalty/v2` },
  });
  for (const [api, path] of [
    ['advocacy', '/api/advocacy'],
    ['loyalty', '/api/loyalty/v2'],
    ['gateway', '/gateway'],
  ]) {
    const reference: unknown = await (await fetch(`${url}/docs/${api}.json`)).json();
    expect(reference).toMatchObject({
      servers: [{ url: `${publicUrl}${path}` }],
    });
  }
  // The console is registered at the public address only.
  const baseUrl = `${url}/api/advocacy`;
  const at = (origin: string) => ({
    clientId: 'patron-console',
    redirectUri: `${origin}/auth/callback`,
  });
  const { page } = await openSignIn(baseUrl, at(publicUrl));
  expect(page.pathname).toContain(OAUTH_PATHS.signIn);
  const rejected = await fetch(
    authorizeUrl(baseUrl, {
      response_type: 'code',
      client_id: 'patron-console',
      redirect_uri: `${url}/auth/callback`,
    }),
  );
  expect(rejected.status).toBe(400);
}, 60_000);

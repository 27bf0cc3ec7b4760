import { expect, test } from 'vitest';
import { OAUTH_PATHS } from '#services/advocacy/oauth/oauth-paths.ts';
import { authorizeUrl, openSignIn } from '#services/advocacy/testing/sign-in-through-pages.ts';
import { migratedDirectory } from '#services/platform/testing/migrated-directory.ts';
import { startPatronProcess } from '#services/testing/patron-process.ts';

/** An address of each part, and what it answers a stranger with. */
const PARTS = {
  advocacy: { path: '/api/advocacy/v2/me', status: 401 },
  loyalty: { path: '/api/loyalty/v2/loyalty/members', status: 401 },
  gateway: { path: '/gateway/teams/1/webhook-events', status: 401 },
  config: { path: '/config.json', status: 200 },
  console: { path: '/members', status: 200 },
  advocacyReference: { path: '/docs/advocacy.json', status: 200 },
  loyaltyReference: { path: '/docs/loyalty.json', status: 200 },
  health: { path: '/healthz', status: 200 },
  readiness: { path: '/readyz', status: 200 },
} as const;
type Part = keyof typeof PARTS;

test.each<[string, Part[]]>([
  ['advocacy', ['advocacy', 'advocacyReference']],
  ['loyalty', ['loyalty', 'loyaltyReference']],
  ['console', ['gateway', 'config', 'console']],
  ['console,advocacy,loyalty', Object.keys(PARTS) as Part[]],
])(
  '%s serves its own addresses only',
  async (roles, served) => {
    const { url } = await startPatronProcess({
      PATRON_ROLES: roles,
      PATRON_DEMO: '0',
      PATRON_DATA_DIR: await migratedDirectory(),
    });
    const always: Part[] = ['health', 'readiness'];
    for (const [part, { path, status }] of Object.entries(PARTS)) {
      const isServed = [...served, ...always].includes(part as Part);
      const answer = await fetch(`${url}${path}`);
      expect([part, answer.status]).toEqual([part, isServed ? status : 404]);
      if (!isServed) expect(answer.headers.get('content-type')).toMatch(/json/);
    }
  },
  60_000,
);

test('the public address is what the console and other people are told', async () => {
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
  for (const api of ['advocacy', 'loyalty']) {
    const reference: unknown = await (await fetch(`${url}/docs/${api}.json`)).json();
    expect(reference).toMatchObject({
      servers: [{ url: expect.stringMatching(`^${publicUrl}/api/${api}`) }],
    });
  }
  // The console's registered address is the public one, and no other.
  const baseUrl = `${url}/api/advocacy`;
  const at = (origin: string) => ({
    clientId: 'patron-console',
    redirectUri: `${origin}/auth/callback`,
  });
  const { page } = await openSignIn(baseUrl, at(publicUrl));
  expect(page.pathname).toContain(OAUTH_PATHS.signIn);
  const refused = await fetch(
    authorizeUrl(baseUrl, {
      response_type: 'code',
      client_id: 'patron-console',
      redirect_uri: `${url}/auth/callback`,
    }),
  );
  expect(refused.status).toBe(400);
}, 60_000);

import { expect, test } from 'vitest';
import { sendRaw } from '#services/platform/testing/send-raw.ts';
import { demoDirectory } from '#services/testing/demo-data.ts';
import { DEMO_LOYALTY_HEADERS, signInAsAdmin } from '#services/testing/demo-requests.ts';
import { type PatronProcess, startPatronProcess } from '#services/testing/patron-process.ts';

/** Method, path and status without credentials, of each kind of response. */
const RESPONSES: [string, string, number][] = [
  ['GET', '/', 200],
  ['GET', '/teams/1/members', 200],
  ['GET', '/config.json', 200],
  ['GET', '/icon.svg', 200],
  ['GET', '/healthz', 200],
  ['GET', '/readyz', 200],
  ['GET', '/metrics', 200],
  ['GET', '/docs', 200],
  ['GET', '/docs/advocacy.json', 200],
  ['GET', '/docs/unknown', 404],
  ['GET', '/demo/outbox', 200],
  ['GET', '/demo/unknown', 404],
  ['GET', '/robots.txt', 404],
  ['GET', '/assets/unknown.js', 404],
  ['GET', '/.well-known/security.txt', 404],
  ['GET', '/.well-known/acme-challenge/unknown', 404],
  ['GET', '/api/unknown', 404],
  ['GET', '/api/advocacy/v2/me', 401],
  ['GET', '/api/advocacy/v2/unknown', 404],
  ['PUT', '/api/advocacy/v2/me', 405],
  ['GET', '/api/advocacy/oauth/authorize', 400],
  ['POST', '/api/advocacy/oauth/token', 400],
  ['GET', '/api/loyalty/v2/loyalty/members', 401],
  ['GET', '/api/loyalty/v2/unknown', 404],
  ['PUT', '/api/loyalty/v2/loyalty/members', 405],
  ['GET', '/gateway/teams/1/webhook-events', 401],
  ['GET', '/gateway/teams/1/unknown', 404],
  ['PUT', '/gateway/teams/1/webhook-events', 405],
  ['POST', '/gateway/teams/1/webhooks/loyalty', 401],
];

/** Requests with credentials. */
async function sendAuthorized({ url }: PatronProcess, authorization: string): Promise<Response[]> {
  const headers = { authorization };
  const stream = await fetch(`${url}/gateway/teams/1/webhook-events/stream`, { headers });
  await stream.body?.cancel();
  return [
    stream,
    await fetch(`${url}/api/advocacy/v2/me`, { headers }),
    await fetch(`${url}/gateway/teams/1/loyalty/v2/loyalty/members?count=1`, { headers }),
    await fetch(`${url}/api/loyalty/v2/loyalty/members`, { headers: DEMO_LOYALTY_HEADERS }),
  ];
}

test('every response has nosniff and a cache rule and says who may frame it, and every page a permissions policy', async () => {
  const patron = await startPatronProcess({ PATRON_DATA_DIR: await demoDirectory() });
  for (const [method, path, expected] of RESPONSES) {
    const { status, headers } = await sendRaw(patron.url, { method, path });
    const at = `${method} ${path}`;
    expect([at, status]).toEqual([at, expected]);
    expect([at, headers['x-content-type-options']]).toEqual([at, 'nosniff']);
    expect([at, headers['content-security-policy']]).toEqual([
      at,
      expect.stringContaining('frame-ancestors'),
    ]);
    const isPublic = status === 200 && /^\/($|teams|config|icon)/.test(path);
    const caching = isPublic ? /no-cache|max-age/ : /no-store/;
    expect([at, headers['cache-control']]).toEqual([at, expect.stringMatching(caching)]);
    if (!/^text\/html/.test(String(headers['content-type']))) continue;
    expect([at, headers['permissions-policy']]).toEqual([at, expect.stringContaining('camera=()')]);
  }
  const metrics = (await sendRaw(patron.url, { path: '/metrics' })).body;
  for (const queue of ['messages', 'webhooks', 'certificates', 'inbox']) {
    expect(metrics).toMatch(new RegExp(`^patron_queue_depth\\{queue="${queue}"\\} \\d`, 'm'));
  }
  const { authorization } = await signInAsAdmin(patron);
  for (const { url, status, headers } of await sendAuthorized(patron, authorization)) {
    expect([url, status]).toEqual([url, 200]);
    expect([url, headers.get('x-content-type-options')]).toEqual([url, 'nosniff']);
    expect([url, headers.get('cache-control')]).toEqual([url, expect.stringMatching(/no-store/)]);
  }
}, 60_000);

import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { inboxEventSchema } from '#contract/gateway/inbox.ts';
import {
  authorizeUrl,
  createPkce,
  requestToken,
} from '#services/advocacy/testing/sign-in-through-pages.ts';
import { startTcpProxy } from '#services/platform/testing/tcp-proxy.ts';
import { postgresUrl } from '#services/platform/testing/test-database.ts';
import { createDemoDatabase } from '#services/testing/demo-data.ts';
import {
  DEMO_LOYALTY_HEADERS,
  enterCampaign,
  signInAsAdmin,
} from '#services/testing/demo-requests.ts';
import { type PatronProcess, startPatronProcess } from '#services/testing/patron-process.ts';

type HeaderFields = Record<string, string>;

/** A demo on PostgreSQL whose database connection can be cut. */
async function startOverProxy() {
  const database = await createDemoDatabase();
  onTestFinished(database.drop);
  const url = new URL(database.url);
  const proxy = await startTcpProxy({ host: url.hostname, port: Number(url.port || 5432) });
  url.host = `127.0.0.1:${proxy.port}`;
  const patron = await startPatronProcess({
    DATABASE_URL: url.href,
    PATRON_DEMO: '1',
    PATRON_DATA_DIR: database.directory,
  });
  return { patron, proxy };
}

/** The URL of a valid authorization request. */
function authorize({ url }: PatronProcess): URL {
  return authorizeUrl(`${url}/api/advocacy`, {
    response_type: 'code',
    client_id: 'patron-console',
    redirect_uri: `${url}/auth/callback`,
    code_challenge: createPkce().challenge,
    code_challenge_method: 'S256',
  });
}

/** The processed events of team 1's inbox, as JSON. */
async function processedCampaigns({ url }: PatronProcess, headers: HeaderFields): Promise<string> {
  const response = await fetch(`${url}/gateway/teams/1/webhook-events`, { headers });
  const { data } = (await response.json()) as { data: unknown[] };
  const events = data.map((event) => inboxEventSchema.parse(event));
  return JSON.stringify(events.filter(({ state }) => state === 'processed'));
}

describe.skipIf(!postgresUrl)('while the database is unreachable', () => {
  test('every part responds 503 in its own error format, keeps running, and recovers by itself', async () => {
    const { patron, proxy } = await startOverProxy();
    const { url } = patron;
    const headers = await signInAsAdmin(patron);
    const get = (path: string, more: HeaderFields = headers) =>
      fetch(`${url}${path}`, { headers: more });
    const statuses = async () => [
      (await get('/readyz')).status,
      (await get('/api/advocacy/v2/teams/1/accounts')).status,
      (await get('/api/loyalty/v2/loyalty/members', DEMO_LOYALTY_HEADERS)).status,
      (await get('/gateway/teams/1/loyalty/v2/loyalty/members')).status,
      (await get('/gateway/teams/1/webhook-events')).status,
      (await fetch(authorize(patron), { redirect: 'manual' })).status,
      (await get('/demo/outbox')).status,
    ];
    const available = [200, 200, 200, 200, 200, 303, 200];
    expect(await statuses()).toEqual(available);

    await proxy.cut();
    // Twice: idle connections fail first, then new ones can't be opened.
    for (const _ of [1, 2]) expect(await statuses()).toEqual(available.map(() => 503));
    expect((await get('/healthz')).status).toBe(200);
    expect((await get('/config.json')).status).toBe(200);
    expect(await (await get('/api/advocacy/v2/teams/1/accounts')).json()).toMatchObject({
      errors: [{ status: '503', title: 'Service Unavailable' }],
    });
    expect(await (await get('/gateway/teams/1/webhook-events')).json()).toMatchObject({
      errors: [{ status: '503' }],
    });
    expect(
      await (await get('/api/loyalty/v2/loyalty/members', DEMO_LOYALTY_HEADERS)).json(),
    ).toMatchObject({
      error_code: '503',
    });
    const token = await requestToken(`${url}/api/advocacy`, {
      grant_type: 'refresh_token',
      client_id: 'patron-console',
      refresh_token: 'any',
    });
    expect(token.status).toBe(503);
    expect(token.headers.get('retry-after')).toBe('5');
    expect(await token.json()).toEqual({
      error: 'temporarily_unavailable',
      error_description: 'try again shortly',
    });
    expect((await enterCampaign(patron, 'lost')).status).toBe(503);

    await proxy.restore();
    await vi.waitFor(async () => expect(await statuses()).toEqual(available), {
      timeout: 10_000,
      interval: 200,
    });
    // Sent by one worker, received over HTTP, processed by another.
    expect((await enterCampaign(patron, 'kept')).status).toBe(200);
    await vi.waitFor(
      async () => expect(await processedCampaigns(patron, headers)).toContain('kept'),
      {
        timeout: 20_000,
        interval: 200,
      },
    );
    expect(await processedCampaigns(patron, headers)).not.toContain('lost');
    patron.kill('SIGTERM');
    expect(await patron.exited).toMatchObject({ code: 0, stderr: '' });
  }, 120_000);

  test('the process still shuts down cleanly', async () => {
    const { patron, proxy } = await startOverProxy();
    await proxy.cut();
    patron.kill('SIGTERM');
    expect(await patron.exited).toMatchObject({ code: 0, stderr: '' });
  }, 60_000);
});

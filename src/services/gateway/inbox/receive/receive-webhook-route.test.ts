import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  envelope,
  signWebhook,
  tierUpgrade,
  WEBHOOK_SECRET,
} from '#services/gateway/testing/sign-webhook.ts';
import { startInbox, type TestInbox } from '#services/gateway/testing/start-inbox.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';

const BODY = envelope([tierUpgrade('E-1')]);
/** The same JSON with its keys in reverse order, as another serializer may write it. */
const reversed = (body: string) =>
  JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(body) as object).reverse()));

describeBothStorages('the webhook receiver', (context) => {
  let inbox: TestInbox;
  beforeAll(async () => {
    inbox = await startInbox(context.storage);
  });
  afterAll(() => inbox?.close());
  beforeEach(() => inbox.clear());

  const send = (body: string | Uint8Array, headers: Record<string, string>) =>
    fetch(`${inbox.url}/gateway/teams/1/webhooks/loyalty`, { method: 'POST', body, headers });
  const verdicts = async () => (await inbox.listRequests()).data.map(({ verdict }) => verdict);

  test('stores an authentic request with its events and responds with 200', async () => {
    const response = await inbox.deliver(BODY);
    expect(response.status).toBe(200);
    const now = inbox.clock.now().toISOString();
    const data = await inbox.readRequests();
    expect(data).toMatchObject([
      {
        received_at: now,
        verdict: 'accepted',
        reason: null,
        request_id: 'request-1',
        event_type: 'event_member_tierupgrade',
        total_count: 1,
        nonce: String(inbox.clock.now().getTime()),
        body: BODY,
        events: ['E-1'],
      },
    ]);
    expect((await inbox.listEvents()).data).toEqual([
      {
        id: 'E-1',
        event_type: 'event_member_tierupgrade',
        data: { member_info: { member_id: 'M-1' } },
        member_id: 'M-1',
        webhook_request_id: data[0]?.id,
        received_at: now,
        processed_at: null,
        state: 'pending',
        reason: null,
        replays: 0,
        test: false,
        previous_tier: null,
        unknown_member: false,
      },
    ]);
  });

  test('accepts a signature in upper-case hex', async () => {
    const headers = signWebhook(BODY, inbox.clock.now());
    const upper = headers['x-loyalty-signature']?.toUpperCase() ?? '';
    expect((await send(BODY, { ...headers, 'x-loyalty-signature': upper })).status).toBe(200);
  });

  test.each<[string, (headers: Record<string, string>) => [string, Record<string, string>]]>([
    ['re-serialized JSON', (headers) => [JSON.stringify(JSON.parse(BODY), null, 2), headers]],
    ['a trailing newline', (headers) => [`${BODY}\n`, headers]],
    ['a different order of keys', (headers) => [reversed(BODY), headers]],
    ['added escape sequences', (headers) => [BODY.replace('M-1', '\\u004d-1'), headers]],
    [
      'a prefix with the name of the hash',
      (headers) => [
        BODY,
        { ...headers, 'x-loyalty-signature': `sha512=${headers['x-loyalty-signature']}` },
      ],
    ],
    [
      'the nonce before the body',
      (headers) => [
        BODY,
        {
          ...headers,
          'x-loyalty-signature': createHmac('sha512', WEBHOOK_SECRET)
            .update(`${headers.nonce}:${BODY}`)
            .digest('hex'),
        },
      ],
    ],
    [
      'a different nonce',
      (headers) => [BODY, { ...headers, nonce: `${Number(headers.nonce) + 1}` }],
    ],
    ['no signature', ({ 'x-loyalty-signature': _, ...headers }) => [BODY, headers]],
    ['no nonce', ({ nonce: _, ...headers }) => [BODY, headers]],
    ['an empty signature', (headers) => [BODY, { ...headers, 'x-loyalty-signature': '' }]],
    [
      'a truncated signature',
      (headers) => [
        BODY,
        { ...headers, 'x-loyalty-signature': headers['x-loyalty-signature']?.slice(0, 126) ?? '' },
      ],
    ],
    [
      'a signature of the body alone',
      (headers) => [
        BODY,
        {
          ...headers,
          'x-loyalty-signature': createHmac('sha512', WEBHOOK_SECRET).update(BODY).digest('hex'),
        },
      ],
    ],
  ])('rejects %s as a bad signature', async (_name, change) => {
    const [body, headers] = change(signWebhook(BODY, inbox.clock.now()));
    const response = await send(body, headers);
    expect(response.status).toBe(401);
    const { errors } = (await response.json()) as { errors: { detail: string }[] };
    expect(await inbox.readRequests()).toMatchObject([
      { verdict: 'bad_signature', reason: errors[0]?.detail, body, events: [], request_id: null },
    ]);
    expect((await inbox.listEvents()).total).toBe(0);
  });

  test.each([
    ['a different secret', { secret: 'wrong' }],
    ['a different hash', { algorithm: 'sha256' }],
    ['base64', { encoding: 'base64' }],
    ['the secret of another team', { teamId: 2 }],
  ] as const)('rejects a signature made with %s', async (_name, options) => {
    expect((await inbox.deliver(BODY, options)).status).toBe(401);
  });

  test.each([
    [-1_800_000, 200],
    [300_000, 200],
    [-1_800_001, 401],
    [300_001, 401],
  ])('responds to a nonce %i ms from now with %i', async (distance, status) => {
    const nonce = String(inbox.clock.now().getTime() + distance);
    expect((await inbox.deliver(BODY, { nonce })).status).toBe(status);
    expect(await verdicts()).toEqual([status === 200 ? 'accepted' : 'stale']);
  });

  test('explains that a nonce in seconds is stale', async () => {
    const nonce = String(Math.floor(inbox.clock.now().getTime() / 1000));
    expect((await inbox.deliver(BODY, { nonce })).status).toBe(401);
    const [request] = (await inbox.listRequests()).data;
    expect(request).toMatchObject({ verdict: 'stale', reason: expect.stringContaining('seconds') });
  });

  test.each(['', '{', 'null', '[]', '{}', '{"request_id":"r"}', '{"request_id":1,"events":[]}'])(
    'stores a signed body that is not a webhook request as malformed: %s',
    async (body) => {
      expect((await inbox.deliver(body)).status).toBe(400);
      expect(await inbox.readRequests()).toMatchObject([{ verdict: 'malformed', body }]);
    },
  );

  test("stores and rejects bodies that a text column can't hold", async () => {
    for (const body of [
      Buffer.from([0x7b, 0xff, 0x00, 0x7d]),
      envelope([], { request_id: 'nul \u0000' }),
      `${'['.repeat(400_000)}${']'.repeat(400_000)}`,
    ]) {
      expect((await inbox.deliver(body)).status).toBe(400);
    }
    expect(await verdicts()).toEqual(['malformed', 'malformed', 'malformed']);
  });

  test('accepts 1 MB, and stores a larger request without its body and responds with 413', async () => {
    const padded = (bytes: number) => {
      const body = envelope([], { padding: '' });
      return body.replace('"padding":""', `"padding":"${'x'.repeat(bytes - body.length)}"`);
    };
    expect((await inbox.deliver(padded(1024 * 1024))).status).toBe(200);
    expect((await inbox.deliver(padded(1024 * 1024 + 1))).status).toBe(413);
    const [tooLarge] = await inbox.readRequests();
    expect(tooLarge).toMatchObject({ verdict: 'too_large', body: null, events: [] });
  });

  test('responds with 404 for a team without a program and stores nothing', async () => {
    for (const teamId of ['3', 'one', '9'.repeat(20)]) {
      const response = await fetch(`${inbox.url}/gateway/teams/${teamId}/webhooks/loyalty`, {
        method: 'POST',
        body: BODY,
        headers: signWebhook(BODY, inbox.clock.now()),
      });
      expect(response.status).toBe(404);
    }
    expect((await inbox.listRequests()).total).toBe(0);
  });

  test('allows only POST', async () => {
    const response = await inbox.call('/teams/1/webhooks/loyalty');
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('POST');
  });
});

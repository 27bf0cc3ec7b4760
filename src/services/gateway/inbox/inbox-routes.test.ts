import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { deleteDeliveriesOf, eventNames, fillInbox } from '#services/gateway/testing/fill-inbox.ts';
import { envelope, tierUpgrade } from '#services/gateway/testing/sign-webhook.ts';
import { startInbox, type TestInbox } from '#services/gateway/testing/start-inbox.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';

describeBothStorages('the inbox', (context) => {
  let inbox: TestInbox;
  beforeAll(async () => {
    inbox = await startInbox(context.storage);
    inbox.users.set('reads', { teamIds: [1], scopes: ['webhooks:read'], canWrite: false });
    inbox.users.set('viewer', { teamIds: [1], scopes: ['webhooks:write'], canWrite: false });
    inbox.users.set('other', { teamIds: [1], scopes: ['teams:read'], canWrite: true });
    await fillInbox(inbox);
  });
  afterAll(() => inbox?.close());

  test("lists this team's events and requests, newest first", async () => {
    const events = await inbox.listEvents();
    expect(eventNames(events.data)).toEqual(['malformed', 'E-4', 'E-3', 'E-2', 'E-1']);
    expect(events).toMatchObject({ total: 5, next_cursor: null, more: false });
    const requests = await inbox.listRequests();
    expect(requests.data.map(({ verdict }) => verdict)).toEqual([
      'bad_signature',
      'malformed',
      'accepted',
      'accepted',
      'accepted',
    ]);
    expect(requests).toMatchObject({ total: 5, next_cursor: null, more: false });
  });

  test.each(['Events', 'Requests'] as const)('pages through %s without gaps', async (kind) => {
    const list = kind === 'Events' ? inbox.listEvents : inbox.listRequests;
    const whole = (await list()).data.map(({ id }) => id);
    const paged: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: Awaited<ReturnType<typeof list>> = await list(
        `?count=2${cursor === '' ? '' : `&start_cursor=${cursor}`}`,
      );
      expect(page.total).toBe(5);
      expect(page.more).toBe(page.next_cursor !== null);
      paged.push(...page.data.map(({ id }) => id));
      cursor = page.next_cursor;
    }
    expect(paged).toEqual(whole);
  });

  test('lists small data, and returns large data only for single items', async () => {
    const small = envelope([tierUpgrade('E-small')]);
    await inbox.deliver(small);
    const [shown] = (await inbox.listRequests('?count=1')).data;
    expect(shown).toMatchObject({ body: small, events: ['E-small'], event_count: 1 });
    await deleteDeliveriesOf(context.db, 'E-small');
    const ids = Array.from({ length: 105 }, (_, index) => `E-many-${index}`);
    const info = { member_id: 'M-many', note: 'x'.repeat(20_000) };
    const body = envelope(ids.map((id, index) => tierUpgrade(id, index === 0 ? info : {})));
    await inbox.deliver(body);
    const [listed] = (await inbox.listRequests('?count=1')).data;
    expect(listed).toMatchObject({ body: null, events: ids.slice(0, 100), event_count: 105 });
    const [request] = await inbox.readRequests('?count=1');
    expect(request).toMatchObject({ body, events: ids, event_count: 105 });
    const { data } = await inbox.listEvents('?count=105');
    expect(data.at(-1)).toMatchObject({ id: 'E-many-0', member_id: 'M-many', data: null });
    expect(data.at(-2)).toMatchObject({ id: 'E-many-1', data: { member_info: {} } });
    const whole = await inbox.call('/teams/1/webhook-events/E-many-0');
    expect(await whole.json()).toMatchObject({ data: { data: { member_info: info } } });
    await deleteDeliveriesOf(context.db, 'E-many-0');
  });

  test.each([
    ['count=0', 'count'],
    ['count=201', 'count'],
    ['start_cursor=x', 'start_cursor'],
    ['start_cursor=-1', 'start_cursor'],
    ['since=yesterday', 'since'],
    ['since=0000-01-01T00:00:00Z', 'since'],
    ['member_id=%00', 'member_id'],
    ['state=done', 'state'],
    ['page=1', 'page'],
    ['count=1&count=2', 'count'],
  ])('rejects ?%s, naming %s', async (query, parameter) => {
    const response = await inbox.call(`/teams/1/webhook-events?${query}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ errors: [{ source: { parameter } }] });
  });

  test('returns one event and one request with links to each other', async () => {
    const get = async (path: string) =>
      (await (await inbox.call(path)).json()) as { data: Record<string, unknown> };
    const { data: event } = await get('/teams/1/webhook-events/E-3');
    expect(event).toMatchObject({ id: 'E-3', member_id: 'M-2', state: 'pending' });
    const { data: request } = await get(`/teams/1/webhook-requests/${event.webhook_request_id}`);
    expect(request).toMatchObject({ events: ['E-2', 'E-3'], verdict: 'accepted' });
  });

  test.each([
    '/teams/1/webhook-events/E-9',
    '/teams/1/webhook-events/E-other',
    '/teams/1/webhook-events/%00',
    `/teams/1/webhook-events/${'x'.repeat(256)}`,
    '/teams/1/webhook-requests/99999999',
    '/teams/1/webhook-requests/first',
  ])('responds to %s with 404', async (path) => {
    expect((await inbox.call(path)).status).toBe(404);
  });

  test.each([
    ['GET', 'webhook-events/E-9'],
    ['GET', 'webhook-requests/99999999'],
    ['GET', 'webhook-replays/99999999'],
    ['POST', 'webhook-events/E-9/replay'],
    ['POST', 'webhook-replays/99999999/stop'],
  ])('responds to %s %s with 404 before checking anything else', async (method, path) => {
    expect((await inbox.call(`/teams/1/${path}?page=1`, { method })).status).toBe(404);
  });

  test('responds with 404 for a request of another team', async () => {
    const { data } = (await (
      await inbox.call('/teams/2/webhook-requests', { token: 'two' })
    ).json()) as { data: { id: string }[] };
    expect((await inbox.call(`/teams/1/webhook-requests/${data[0]?.id}`)).status).toBe(404);
  });

  test('requires only webhooks:read in this team', async () => {
    const paths = ['webhook-events', 'webhook-requests', 'webhook-events/E-1'];
    for (const path of paths) {
      const status = async (token: string) =>
        (await inbox.call(`/teams/1/${path}`, { token })).status;
      expect(await status('reads')).toBe(200);
      expect([await status('other'), await status('two'), await status('nobody')]).toEqual([
        403, 403, 401,
      ]);
    }
  });

  test('responds with plain JSON that is not cached, and errors with a request id', async () => {
    const response = await inbox.call('/teams/1/webhook-events');
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const rejected = await inbox.call('/teams/1/webhook-events/E-9');
    const errorDocument = z.object({ errors: z.array(z.object({ id: z.string() })) });
    const { errors } = z.parse(errorDocument, await rejected.json());
    expect(errors[0]?.id).toBe(rejected.headers.get('x-request-id'));
  });

  test('a rejected request never makes a later one a duplicate', async () => {
    const body = envelope([], { request_id: 'r-9' });
    await inbox.deliver(body, { secret: 'another' });
    await inbox.deliver(body);
    expect((await inbox.listRequests()).data[0]?.verdict).toBe('accepted');
  });
});

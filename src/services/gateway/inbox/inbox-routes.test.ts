import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { WebhookEvent } from '#contract/console/inbox.ts';
import { describeStorages } from '../../platform/testing/storages.ts';
import { envelope, tierUpgrade } from '../testing/sign-webhook.ts';
import { startInbox, type TestInbox } from '../testing/start-inbox.ts';

const campaign = (id: string, memberId: string) => ({
  id,
  event_type: 'event_campaign_entered',
  data: { member_info: { member_id: memberId }, campaign_info: { campaign_name: 'Spring' } },
});

describeStorages('the inbox', (context) => {
  let inbox: TestInbox;
  let times: string[];
  beforeAll(async () => {
    inbox = await startInbox(context.storage);
    inbox.people.set('reads', { teamIds: [1], scopes: ['webhooks:read'], canWrite: false });
    inbox.people.set('viewer', { teamIds: [1], scopes: ['webhooks:write'], canWrite: false });
    inbox.people.set('other', { teamIds: [1], scopes: ['teams:read'], canWrite: true });
    times = [];
    for (const body of [
      envelope([tierUpgrade('E-1', { member_id: 'M-1' })]),
      envelope([campaign('E-2', 'M-1'), campaign('E-3', 'M-2')]),
      envelope([tierUpgrade('E-4', { member_id: 'M-2' }), 'malformed']),
      '{}',
    ]) {
      times.push(inbox.clock.now().toISOString());
      await inbox.deliver(body);
      inbox.clock.advance(60);
    }
    await inbox.deliver('anything', { secret: 'wrong' });
    const secret = 'the secret of team 2';
    await inbox.deliver(envelope([tierUpgrade('E-other')]), { teamId: 2, secret });
  });
  afterAll(() => inbox?.close());

  const names = (events: WebhookEvent[]) => events.map(({ id }) => id.replace(/-\w{32}$/, ''));

  test('lists what came in, newest first, of this team only', async () => {
    const events = await inbox.listEvents();
    expect(names(events.data)).toEqual(['malformed', 'E-4', 'E-3', 'E-2', 'E-1']);
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

  test.each(['Events', 'Requests'] as const)('pages through %s without a gap', async (kind) => {
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

  test('filters events by member, type, state and time, and all of them together', async () => {
    const found = async (query: Record<string, string>) => {
      const { data, total } = await inbox.listEvents(`?${new URLSearchParams(query)}`);
      expect(total).toBe(data.length);
      return names(data);
    };
    const [first = '', second = '', third = ''] = times;
    expect(await found({ member_id: 'M-1' })).toEqual(['E-2', 'E-1']);
    expect(await found({ event_type: 'event_campaign_entered' })).toEqual(['E-3', 'E-2']);
    expect(await found({ since: second })).toEqual(['malformed', 'E-4', 'E-3', 'E-2']);
    expect(await found({ until: second })).toEqual(['E-1']);
    expect(await found({ since: first, until: third, member_id: 'M-1' })).toEqual(['E-2', 'E-1']);
    expect(await found({ member_id: 'M-9' })).toEqual([]);
    expect(await found({ state: 'malformed' })).toEqual(['malformed']);
    expect(await found({ state: 'pending', since: third })).toEqual(['E-4']);
  });

  test('filters requests by verdict, type and time', async () => {
    const total = async (query: Record<string, string>) =>
      (await inbox.listRequests(`?${new URLSearchParams(query)}`)).total;
    expect(await total({ verdict: 'accepted' })).toBe(3);
    expect(await total({ verdict: 'stale' })).toBe(0);
    expect(await total({ event_type: 'event_member_tierupgrade' })).toBe(2);
    expect(await total({ verdict: 'accepted', since: times[1] ?? '' })).toBe(2);
  });

  test.each([
    ['count=0', 'count'],
    ['count=201', 'count'],
    ['start_cursor=x', 'start_cursor'],
    ['start_cursor=-1', 'start_cursor'],
    ['since=yesterday', 'since'],
    ['member_id=%00', 'member_id'],
    ['state=done', 'state'],
    ['page=1', 'page'],
    ['count=1&count=2', 'count'],
  ])('refuses ?%s, naming %s', async (query, parameter) => {
    const answer = await inbox.call(`/teams/1/webhook-events?${query}`);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ errors: [{ source: { parameter } }] });
  });

  test('shows one event and one request, linked to each other', async () => {
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
  ])('%s is 404', async (path) => {
    expect((await inbox.call(path)).status).toBe(404);
  });

  test('a request of another team is 404', async () => {
    const { data } = (await (
      await inbox.call('/teams/2/webhook-requests', { token: 'two' })
    ).json()) as { data: { id: string }[] };
    expect((await inbox.call(`/teams/1/webhook-requests/${data[0]?.id}`)).status).toBe(404);
  });

  describe('replays', () => {
    const post = (path: string, body?: unknown, token = 'all') =>
      inbox.call(path, {
        method: 'POST',
        token,
        ...(body === undefined
          ? {}
          : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
      });

    test('one event', async () => {
      const answer = await post('/teams/1/webhook-events/E-1/replay');
      expect(answer.status).toBe(200);
      expect(await answer.json()).toMatchObject({
        data: { id: 'E-1', replays: 1, state: 'pending', processed_at: null },
      });
    });

    test('all since a time, and says how many', async () => {
      const answer = await post('/teams/1/webhook-events/replay', { since: times[1] });
      expect(await answer.json()).toEqual({ data: { replayed: 3 } });
      const { data } = await inbox.listEvents();
      expect(data.map(({ replays }) => replays)).toEqual([0, 1, 1, 1, 1]);
    });

    test('no malformed event, and none that is not there', async () => {
      const [malformed] = (await inbox.listEvents()).data;
      expect((await post(`/teams/1/webhook-events/${malformed?.id}/replay`)).status).toBe(400);
      expect((await post('/teams/1/webhook-events/E-9/replay')).status).toBe(404);
      expect((await post('/teams/1/webhook-events/E-other/replay')).status).toBe(404);
    });

    test.each([
      [{}, 422],
      [{ since: 'yesterday' }, 422],
      [[], 422],
      [undefined, 415],
    ])('nothing for the body %j: %i', async (body, status) => {
      expect((await post('/teams/1/webhook-events/replay', body)).status).toBe(status);
    });

    test('nothing for who only reads', async () => {
      for (const token of ['reads', 'viewer']) {
        expect((await post('/teams/1/webhook-events/E-1/replay', undefined, token)).status).toBe(
          403,
        );
        expect(
          (await post('/teams/1/webhook-events/replay', { since: times[0] }, token)).status,
        ).toBe(403);
      }
    });
  });

  test('reading takes webhooks:read in this team, and nothing more', async () => {
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

  test('answers are plain JSON that no cache keeps, with the ids that errors are quoted by', async () => {
    const answer = await inbox.call('/teams/1/webhook-events');
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const refused = await inbox.call('/teams/1/webhook-events/E-9');
    const errorDocument = z.object({ errors: z.array(z.object({ id: z.string() })) });
    const { errors } = z.parse(errorDocument, await refused.json());
    expect(errors[0]?.id).toBe(refused.headers.get('x-request-id'));
  });
});

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { InboxReplay } from '#contract/gateway/inbox-replays.ts';
import {
  createReplayClient,
  EPOCH,
  type ReplayClient,
} from '#services/gateway/testing/replay-client.ts';
import { envelope, tierUpgrade } from '#services/gateway/testing/sign-webhook.ts';
import { startInbox, type TestInbox } from '#services/gateway/testing/start-inbox.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';

describeBothStorages('replay routes', (context) => {
  let inbox: TestInbox;
  let replays: ReplayClient;
  beforeAll(async () => {
    inbox = await startInbox(context.storage);
    replays = createReplayClient(inbox);
    inbox.users.set('reads', { teamIds: [1], scopes: ['webhooks:read'], canWrite: false });
    inbox.users.set('writes two', { teamIds: [2], scopes: ['webhooks:write'], canWrite: true });
    inbox.users.set('viewer', { teamIds: [1], scopes: ['webhooks:write'], canWrite: false });
  });
  afterAll(() => inbox?.close());
  beforeEach(() => inbox.clear());

  test('replay one event', async () => {
    await replays.receive(1, 2);
    const response = await replays.post('/teams/1/webhook-events/E-1/replay');
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({
      data: { id: 'E-1', replays: 1, state: 'pending', processed_at: null },
    });
  });

  test('separate the events that were replayed from the others', async () => {
    await replays.receive(1, 3);
    await replays.post('/teams/1/webhook-events/E-2/replay');
    const ids = async (query: string) =>
      (await inbox.listEvents(query)).data.map(({ id }) => id).sort();
    expect(await ids('?replayed=true')).toEqual(['E-2']);
    expect(await ids('?replayed=false')).toEqual(['E-1', 'E-3']);
  });

  test('are listed newest first, filtered by state', async () => {
    await replays.receive(1, 3);
    const first = await replays.start();
    await replays.stop(first);
    const second = await replays.start();
    expect((await replays.list()).data.map(({ id }) => id)).toEqual([second.id, first.id]);
    expect(await replays.list('?state=running')).toMatchObject({
      data: [{ id: second.id }],
      total: 1,
    });
    const page = await replays.list('?count=1');
    expect(page).toMatchObject({ data: [{ id: second.id }], total: 2, more: true });
  });

  test('run five at a time per team, even if more are started concurrently', async () => {
    await replays.receive(1, 3);
    const responses = await Promise.all(
      Array.from({ length: 8 }, () =>
        replays.post('/teams/1/webhook-events/replay', { since: EPOCH }),
      ),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([
      ...Array(5).fill(200),
      ...Array(3).fill(429),
    ]);
    const rejected = responses.find(({ status }) => status === 429);
    expect(Number(rejected?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await rejected?.json()).toMatchObject({
      errors: [{ status: '429', detail: expect.stringContaining('5 replays') }],
    });
    expect((await replays.list('?state=running')).total).toBe(5);
    // Replays of other teams don't count, and a stopped one frees a slot.
    const ofTeam2 = replays.post('/teams/2/webhook-events/replay', { since: EPOCH }, 'writes two');
    expect((await ofTeam2).status).toBe(200);
    const [running] = (await replays.list('?state=running')).data;
    await replays.stop(running as InboxReplay);
    expect(await replays.start()).toMatchObject({ state: 'running', total: 3 });
    await replays.drain();
    expect(await replays.start()).toMatchObject({ state: 'running', total: 3 });
  });

  test('reject malformed and unknown events', async () => {
    await inbox.deliver(envelope(['malformed']));
    const secret = 'the secret of team 2';
    await inbox.deliver(envelope([tierUpgrade('E-other')]), { teamId: 2, secret });
    const [malformed] = (await inbox.listEvents()).data;
    expect((await replays.post(`/teams/1/webhook-events/${malformed?.id}/replay`)).status).toBe(
      400,
    );
    expect((await replays.post('/teams/1/webhook-events/E-9/replay')).status).toBe(404);
    expect((await replays.post('/teams/1/webhook-events/E-other/replay')).status).toBe(404);
  });

  test('are 404 for another team or an unknown id', async () => {
    inbox.users.set('two', {
      teamIds: [2],
      scopes: ['webhooks:read', 'webhooks:write'],
      canWrite: true,
    });
    const { id } = await replays.start();
    expect((await inbox.call(`/teams/2/webhook-replays/${id}`, { token: 'two' })).status).toBe(404);
    expect(
      (await replays.post(`/teams/2/webhook-replays/${id}/stop`, undefined, 'two')).status,
    ).toBe(404);
    expect((await replays.get({ id } as InboxReplay)).state).toBe('running');
    for (const missing of ['999999', 'first']) {
      expect((await inbox.call(`/teams/1/webhook-replays/${missing}`)).status).toBe(404);
      expect((await replays.post(`/teams/1/webhook-replays/${missing}/stop`)).status).toBe(404);
    }
  });

  test.each([
    [{}, 422],
    [{ since: 'yesterday' }, 422],
    // A misspelled filter would replay more than was meant.
    [{ since: EPOCH, membre_id: 'M-E-1' }, 422],
    [[], 422],
    [undefined, 415],
  ])('reject the body %j with %i', async (body, status) => {
    expect((await replays.post('/teams/1/webhook-events/replay', body)).status).toBe(status);
  });

  test('can be read but not started or stopped with read-only access', async () => {
    await replays.receive(1, 1);
    const replay = await replays.start();
    for (const token of ['reads', 'viewer']) {
      const status = async (path: string, body?: unknown) =>
        (await replays.post(path, body, token)).status;
      expect(await status('/teams/1/webhook-events/E-1/replay')).toBe(403);
      expect(await status('/teams/1/webhook-events/replay', { since: EPOCH })).toBe(403);
      expect(await status(`/teams/1/webhook-replays/${replay.id}/stop`)).toBe(403);
    }
    for (const path of ['webhook-replays', `webhook-replays/${replay.id}`]) {
      expect((await inbox.call(`/teams/1/${path}`, { token: 'reads' })).status).toBe(200);
      expect((await inbox.call(`/teams/1/${path}`, { token: 'viewer' })).status).toBe(403);
    }
  });

  test('replay only the events that match the filters, if there are as many as expected', async () => {
    await replays.receive(1, 3);
    const failing = { id: 'E-F', event_type: 'event_member_tierupgrade', data: { member_info: 7 } };
    await inbox.deliver(envelope([failing]));
    await replays.receive(4, 1);
    const path = '/teams/1/webhook-events/replay';
    const unexpected = await replays.post(path, { state: 'failed', expected: 2 });
    expect(unexpected.status).toBe(409);
    expect(await unexpected.json()).toMatchObject({
      errors: [{ detail: '1 events match now, not 2. Nothing was replayed.' }],
    });
    expect((await replays.list()).total).toBe(0);
    const byState = await replays.post(path, { state: 'failed', expected: 1 });
    expect(await byState.json()).toMatchObject({
      data: { total: 1, event_state: 'failed', since: null },
    });
    await replays.drain();
    expect(await replays.replayCounts()).toEqual({ 0: 4, 1: 1 });
    await replays.post(path, { member_id: 'M-E-2', event_type: 'event_member_tierupgrade' });
    await replays.drain();
    expect(await replays.replayCounts()).toEqual({ 0: 3, 1: 2 });
    expect((await replays.post(path, {})).status).toBe(422);
    expect((await replays.post(path, { expected: 5 })).status).toBe(422);
  });
});

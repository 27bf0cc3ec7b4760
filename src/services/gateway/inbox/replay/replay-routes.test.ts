import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { InboxReplay } from '#contract/gateway/inbox-replays.ts';
import { startInboxWorker } from '#services/gateway/inbox/inbox-worker.ts';
import { processEvents } from '#services/gateway/inbox/process/process-events.ts';
import { sweepInbox } from '#services/gateway/inbox/sweep-inbox.ts';
import { envelope, tierUpgrade } from '#services/gateway/testing/sign-webhook.ts';
import { startInbox, type TestInbox } from '#services/gateway/testing/start-inbox.ts';
import { silentLog } from '#services/platform/testing/silent-log.ts';
import { describeStorages } from '#services/platform/testing/storages.ts';
import { processReplays } from './process-replays.ts';

const EPOCH = '2020-01-01T00:00:00.000Z';

describeStorages('replays', (context) => {
  let inbox: TestInbox;
  beforeAll(async () => {
    inbox = await startInbox(context.storage);
    inbox.users.set('reads', { teamIds: [1], scopes: ['webhooks:read'], canWrite: false });
    inbox.users.set('writes two', { teamIds: [2], scopes: ['webhooks:write'], canWrite: true });
    inbox.users.set('viewer', { teamIds: [1], scopes: ['webhooks:write'], canWrite: false });
  });
  afterAll(() => inbox?.close());
  beforeEach(() => inbox.clear());

  const post = (path: string, body?: unknown, token = 'all') =>
    inbox.call(path, {
      method: 'POST',
      token,
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
  const replayOf = async (response: Promise<Response>) =>
    ((await (await response).json()) as { data: InboxReplay }).data;
  const start = (since = EPOCH) => replayOf(post('/teams/1/webhook-events/replay', { since }));
  const get = ({ id }: InboxReplay) => replayOf(inbox.call(`/teams/1/webhook-replays/${id}`));
  const stop = ({ id }: InboxReplay) => replayOf(post(`/teams/1/webhook-replays/${id}/stop`));
  const list = async (query = '') =>
    (await (await inbox.call(`/teams/1/webhook-replays${query}`)).json()) as {
      data: InboxReplay[];
      total: number;
    };
  /** Processes the next batch of a replay. */
  const work = () => processReplays(context.db, inbox.clock, silentLog);
  const drain = async () => {
    while (await work());
  };
  /** Delivers and processes events; returns the time before them. */
  const receive = async (first: number, count: number) => {
    inbox.clock.advance(60);
    const since = inbox.clock.now().toISOString();
    const ids = Array.from({ length: count }, (_, index) => `E-${first + index}`);
    await inbox.deliver(envelope(ids.map((id) => tierUpgrade(id, { member_id: `M-${id}` }))));
    while (await processEvents(context.db, inbox.clock, silentLog));
    return since;
  };
  /** The number of events by how often they were replayed. */
  const replayCounts = async () => {
    const counts: Record<number, number> = {};
    let cursor: string | null = '';
    while (cursor !== null) {
      const query: string = cursor === '' ? '' : `&start_cursor=${cursor}`;
      const page = await inbox.listEvents(`?count=200${query}`);
      for (const { replays } of page.data) counts[replays] = (counts[replays] ?? 0) + 1;
      cursor = page.next_cursor;
    }
    return counts;
  };

  test('replay one event', async () => {
    await receive(1, 2);
    const response = await post('/teams/1/webhook-events/E-1/replay');
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({
      data: { id: 'E-1', replays: 1, state: 'pending', processed_at: null },
    });
  });

  test('replay all events since a time, with total, progress and end', async () => {
    await receive(1, 30);
    const since = await receive(31, 250);
    const replay = await start(since);
    const startedAt = inbox.clock.now().toISOString();
    const facts = { id: expect.stringMatching(/^\d+$/), since, total: 250, started_at: startedAt };
    expect(replay).toEqual({ ...facts, replayed: 0, failed: 0, state: 'running', ended_at: null });
    // Later events are not part of the replay.
    await receive(281, 5);
    expect(await work()).toBe(true);
    expect(await get(replay)).toMatchObject({ replayed: 100, state: 'running', ended_at: null });
    expect(await replayCounts()).toEqual({ 0: 185, 1: 100 });
    await drain();
    const endedAt = inbox.clock.now().toISOString();
    expect(await get(replay)).toEqual({
      ...facts,
      replayed: 250,
      failed: 0,
      state: 'finished',
      ended_at: endedAt,
    });
    expect(await replayCounts()).toEqual({ 0: 35, 1: 250 });
  });

  test('stop with an exact count and replay no further event', async () => {
    await receive(1, 320);
    const replay = await start();
    await work();
    await work();
    const stopped = await stop(replay);
    expect(stopped).toMatchObject({ state: 'stopped', total: 320, replayed: 200 });
    expect(stopped.ended_at).toBe(inbox.clock.now().toISOString());
    expect(await work()).toBe(false);
    expect(await replayCounts()).toEqual({ 0: 120, 1: 200 });
    expect(await stop(replay)).toEqual(stopped);
    expect(await get(replay)).toEqual(stopped);
    expect((await inbox.listEvents()).data.every(({ state }) => state === 'processed')).toBe(true);
  });

  test('include the current batch in the count when stopped', async () => {
    await receive(1, 500);
    const replay = await start();
    const [, stopped] = await Promise.all([work(), stop(replay)]);
    const counts = await replayCounts();
    expect(stopped.state).toBe('stopped');
    expect(stopped.replayed).toBe(counts[1] ?? 0);
    expect(await work()).toBe(false);
    expect(await replayCounts()).toEqual(counts);
  });

  test('stay finished when stopped later', async () => {
    await receive(1, 3);
    const replay = await start();
    await drain();
    const finished = await get(replay);
    expect(finished.state).toBe('finished');
    expect(await stop(replay)).toEqual(finished);
  });

  test('count failures and leave out malformed events', async () => {
    const campaign = { id: 'E-1', event_type: 'event_campaign_entered', data: { member_info: 7 } };
    await inbox.deliver(envelope([campaign, tierUpgrade('E-2'), 'malformed']));
    const replay = await start();
    expect(replay.total).toBe(2);
    await drain();
    expect(await get(replay)).toMatchObject({ replayed: 2, failed: 1, state: 'finished' });
  });

  test('finish immediately without events', async () => {
    const replay = await start();
    expect(replay.total).toBe(0);
    await drain();
    expect(await get(replay)).toMatchObject({ replayed: 0, state: 'finished' });
  });

  test('do not delay new events or shorter replays', async () => {
    const since = await receive(1, 450);
    const long = await start(since);
    await work();
    const recent = await receive(451, 20);
    expect((await inbox.listEvents('?count=1')).data[0]?.state).toBe('processed');
    const short = await start(recent);
    await work();
    expect((await get(short)).state).toBe('finished');
    expect((await get(long)).state).toBe('running');
  });

  test('are shared by several processes, each event once', async () => {
    await receive(1, 450);
    const replay = await start();
    await Promise.all([drain(), drain(), drain()]);
    await drain();
    expect(await get(replay)).toMatchObject({ replayed: 450, state: 'finished' });
    expect(await replayCounts()).toEqual({ 1: 450 });
  });

  test('repeat a batch that fails halfway and count it once', async () => {
    await receive(1, 150);
    const replay = await start();
    const broken = {
      now: (): Date => {
        throw new Error('lost');
      },
    };
    await expect(processReplays(context.db, broken, silentLog)).rejects.toThrow('lost');
    expect(await get(replay)).toMatchObject({ replayed: 0, state: 'running' });
    await drain();
    expect(await get(replay)).toMatchObject({ replayed: 150, state: 'finished' });
    expect(await replayCounts()).toEqual({ 1: 150 });
  });

  test('are started by the worker immediately', async () => {
    await receive(1, 150);
    const worker = await startInboxWorker(inbox.dependencies);
    try {
      const replay = await start();
      await vi.waitFor(async () => expect((await get(replay)).state).toBe('finished'), 4_000);
    } finally {
      await worker.stop();
    }
  });

  test('are listed newest first, filtered by state', async () => {
    await receive(1, 3);
    const first = await start();
    await stop(first);
    const second = await start();
    expect((await list()).data.map(({ id }) => id)).toEqual([second.id, first.id]);
    expect(await list('?state=running')).toMatchObject({ data: [{ id: second.id }], total: 1 });
    const page = await list('?count=1');
    expect(page).toMatchObject({ data: [{ id: second.id }], total: 2, more: true });
  });

  test('run five at a time per team, even if more are started concurrently', async () => {
    await receive(1, 3);
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => post('/teams/1/webhook-events/replay', { since: EPOCH })),
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
    expect((await list('?state=running')).total).toBe(5);
    // Replays of other teams don't count, and a stopped one frees a slot.
    const ofTeam2 = post('/teams/2/webhook-events/replay', { since: EPOCH }, 'writes two');
    expect((await ofTeam2).status).toBe(200);
    const [running] = (await list('?state=running')).data;
    await stop(running as InboxReplay);
    expect(await start()).toMatchObject({ state: 'running', total: 3 });
    await drain();
    expect(await start()).toMatchObject({ state: 'running', total: 3 });
  });

  test('are deleted with the events', async () => {
    await start();
    inbox.clock.advance(30 * 86_400 + 60);
    await sweepInbox(context.db, inbox.clock);
    expect((await list()).total).toBe(0);
  });

  test('reject malformed and unknown events', async () => {
    await inbox.deliver(envelope(['malformed']));
    const secret = 'the secret of team 2';
    await inbox.deliver(envelope([tierUpgrade('E-other')]), { teamId: 2, secret });
    const [malformed] = (await inbox.listEvents()).data;
    expect((await post(`/teams/1/webhook-events/${malformed?.id}/replay`)).status).toBe(400);
    expect((await post('/teams/1/webhook-events/E-9/replay')).status).toBe(404);
    expect((await post('/teams/1/webhook-events/E-other/replay')).status).toBe(404);
  });

  test('are 404 for another team or an unknown id', async () => {
    inbox.users.set('two', {
      teamIds: [2],
      scopes: ['webhooks:read', 'webhooks:write'],
      canWrite: true,
    });
    const { id } = await start();
    expect((await inbox.call(`/teams/2/webhook-replays/${id}`, { token: 'two' })).status).toBe(404);
    expect((await post(`/teams/2/webhook-replays/${id}/stop`, undefined, 'two')).status).toBe(404);
    expect((await get({ id } as InboxReplay)).state).toBe('running');
    for (const missing of ['999999', 'first']) {
      expect((await inbox.call(`/teams/1/webhook-replays/${missing}`)).status).toBe(404);
      expect((await post(`/teams/1/webhook-replays/${missing}/stop`)).status).toBe(404);
    }
  });

  test.each([
    [{}, 422],
    [{ since: 'yesterday' }, 422],
    [[], 422],
    [undefined, 415],
  ])('reject the body %j with %i', async (body, status) => {
    expect((await post('/teams/1/webhook-events/replay', body)).status).toBe(status);
  });

  test('can be read but not started or stopped with read-only access', async () => {
    await receive(1, 1);
    const replay = await start();
    for (const token of ['reads', 'viewer']) {
      const status = async (path: string, body?: unknown) => (await post(path, body, token)).status;
      expect(await status('/teams/1/webhook-events/E-1/replay')).toBe(403);
      expect(await status('/teams/1/webhook-events/replay', { since: EPOCH })).toBe(403);
      expect(await status(`/teams/1/webhook-replays/${replay.id}/stop`)).toBe(403);
    }
    for (const path of ['webhook-replays', `webhook-replays/${replay.id}`]) {
      expect((await inbox.call(`/teams/1/${path}`, { token: 'reads' })).status).toBe(200);
      expect((await inbox.call(`/teams/1/${path}`, { token: 'viewer' })).status).toBe(403);
    }
  });
});

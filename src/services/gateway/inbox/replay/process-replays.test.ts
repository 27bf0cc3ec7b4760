import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { inboxEvents } from '#services/gateway/inbox/inbox-events-table.ts';
import { startInboxWorker } from '#services/gateway/inbox/inbox-worker.ts';
import { sweepInbox } from '#services/gateway/inbox/sweep-inbox.ts';
import { GATEWAY_LIMITS } from '#services/gateway/limits.ts';
import { createReplayClient, type ReplayClient } from '#services/gateway/testing/replay-client.ts';
import { envelope, tierUpgrade } from '#services/gateway/testing/sign-webhook.ts';
import { startInbox, type TestInbox } from '#services/gateway/testing/start-inbox.ts';
import { silentLog } from '#services/platform/testing/silent-log.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';
import { processReplays } from './process-replays.ts';

describeBothStorages('replays', (context) => {
  let inbox: TestInbox;
  let replays: ReplayClient;
  beforeAll(async () => {
    inbox = await startInbox(context.storage);
    replays = createReplayClient(inbox);
  });
  afterAll(() => inbox?.close());
  beforeEach(() => inbox.clear());

  test('replay all events since a time, with total, progress and end', async () => {
    await replays.receive(1, 30);
    const since = await replays.receive(31, 250);
    const replay = await replays.start(since);
    const startedAt = inbox.clock.now().toISOString();
    const noFilters = { until: null, event_type: null, member_id: null, event_state: null };
    const facts = {
      ...noFilters,
      id: expect.stringMatching(/^\d+$/),
      since,
      total: 250,
      started_at: startedAt,
    };
    expect(replay).toEqual({ ...facts, replayed: 0, failed: 0, state: 'running', ended_at: null });
    // Later events are not part of the replay.
    await replays.receive(281, 5);
    expect(await replays.work()).toBe(true);
    expect(await replays.get(replay)).toMatchObject({
      replayed: 100,
      state: 'running',
      ended_at: null,
    });
    expect(await replays.replayCounts()).toEqual({ 0: 185, 1: 100 });
    await replays.drain();
    const endedAt = inbox.clock.now().toISOString();
    expect(await replays.get(replay)).toEqual({
      ...facts,
      replayed: 250,
      failed: 0,
      state: 'finished',
      ended_at: endedAt,
    });
    expect(await replays.replayCounts()).toEqual({ 0: 35, 1: 250 });
  });

  test('stop with an exact count and replay no further event', async () => {
    await replays.receive(1, 320);
    const replay = await replays.start();
    await replays.work();
    await replays.work();
    const stopped = await replays.stop(replay);
    expect(stopped).toMatchObject({ state: 'stopped', total: 320, replayed: 200 });
    expect(stopped.ended_at).toBe(inbox.clock.now().toISOString());
    expect(await replays.work()).toBe(false);
    expect(await replays.replayCounts()).toEqual({ 0: 120, 1: 200 });
    expect(await replays.stop(replay)).toEqual(stopped);
    expect(await replays.get(replay)).toEqual(stopped);
    expect((await inbox.listEvents()).data.every(({ state }) => state === 'processed')).toBe(true);
  });

  test('include the current batch in the count when stopped', async () => {
    await replays.receive(1, 500);
    const replay = await replays.start();
    const [, stopped] = await Promise.all([replays.work(), replays.stop(replay)]);
    const counts = await replays.replayCounts();
    expect(stopped.state).toBe('stopped');
    expect(stopped.replayed).toBe(counts[1] ?? 0);
    expect(await replays.work()).toBe(false);
    expect(await replays.replayCounts()).toEqual(counts);
  });

  test('stay finished when stopped later', async () => {
    await replays.receive(1, 3);
    const replay = await replays.start();
    await replays.drain();
    const finished = await replays.get(replay);
    expect(finished.state).toBe('finished');
    expect(await replays.stop(replay)).toEqual(finished);
  });

  test('leave out tests', async () => {
    await inbox.deliver(envelope([tierUpgrade('E-1'), tierUpgrade('E-2')]));
    await context.db
      .update(inboxEvents)
      .set({ isTest: true })
      .where(eq(inboxEvents.eventId, 'E-2'));
    const replay = await replays.start();
    expect(replay.total).toBe(1);
    await replays.drain();
    expect(await replays.get(replay)).toMatchObject({ replayed: 1, state: 'finished' });
  });

  test('count failures and leave out malformed events', async () => {
    const campaign = { id: 'E-1', event_type: 'event_campaign_entered', data: { member_info: 7 } };
    await inbox.deliver(envelope([campaign, tierUpgrade('E-2'), 'malformed']));
    const replay = await replays.start();
    expect(replay.total).toBe(2);
    await replays.drain();
    expect(await replays.get(replay)).toMatchObject({ replayed: 2, failed: 1, state: 'finished' });
  });

  test('finish immediately without events', async () => {
    const replay = await replays.start();
    expect(replay.total).toBe(0);
    await replays.drain();
    expect(await replays.get(replay)).toMatchObject({ replayed: 0, state: 'finished' });
  });

  test('do not delay new events or shorter replays', async () => {
    const since = await replays.receive(1, 450);
    const long = await replays.start(since);
    await replays.work();
    const recent = await replays.receive(451, 20);
    expect((await inbox.listEvents('?count=1')).data[0]?.state).toBe('processed');
    const short = await replays.start(recent);
    await replays.work();
    expect((await replays.get(short)).state).toBe('finished');
    expect((await replays.get(long)).state).toBe('running');
  });

  test('are shared by several processes, each event once', async () => {
    await replays.receive(1, 450);
    const replay = await replays.start();
    await Promise.all([replays.drain(), replays.drain(), replays.drain()]);
    await replays.drain();
    expect(await replays.get(replay)).toMatchObject({ replayed: 450, state: 'finished' });
    expect(await replays.replayCounts()).toEqual({ 1: 450 });
  });

  test('repeat a batch that fails halfway and count it once', async () => {
    await replays.receive(1, 150);
    const replay = await replays.start();
    const broken = {
      now: (): Date => {
        throw new Error('lost');
      },
    };
    await expect(processReplays(context.db, broken, silentLog)).rejects.toThrow('lost');
    expect(await replays.get(replay)).toMatchObject({ replayed: 0, state: 'running' });
    await replays.drain();
    expect(await replays.get(replay)).toMatchObject({ replayed: 150, state: 'finished' });
    expect(await replays.replayCounts()).toEqual({ 1: 150 });
  });

  test('are started by the worker immediately', async () => {
    await replays.receive(1, 150);
    // Never polls again, so that only a notification can be the cause.
    const limits = { ...GATEWAY_LIMITS, inboxPollMs: 600_000 };
    const worker = await startInboxWorker({ ...inbox.dependencies, limits });
    try {
      const replay = await replays.start();
      await vi.waitFor(
        async () => expect((await replays.get(replay)).state).toBe('finished'),
        10_000,
      );
    } finally {
      await worker.stop();
    }
  });

  test('are deleted with the events', async () => {
    await replays.start();
    inbox.clock.advance(30 * 86_400 + 60);
    await sweepInbox(context.db, inbox.clock);
    expect((await replays.list()).total).toBe(0);
  });
});

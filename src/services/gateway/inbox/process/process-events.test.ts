import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { INBOX_CHANNEL } from '#services/gateway/inbox/inbox-channel.ts';
import { inboxDeliveries } from '#services/gateway/inbox/inbox-deliveries-table.ts';
import { inboxEvents } from '#services/gateway/inbox/inbox-events-table.ts';
import { startInboxWorker } from '#services/gateway/inbox/inbox-worker.ts';
import { sweepInbox } from '#services/gateway/inbox/sweep-inbox.ts';
import { GATEWAY_LIMITS } from '#services/gateway/limits.ts';
import { envelope, tierUpgrade } from '#services/gateway/testing/sign-webhook.ts';
import { startInbox, type TestInbox } from '#services/gateway/testing/start-inbox.ts';
import { silentLog } from '#services/platform/testing/silent-log.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';
import { inboxMemberFacts } from './member-facts-table.ts';
import { processEvents } from './process-events.ts';

const DAY = 86_400;

describeBothStorages('processing inbox events', (context) => {
  let inbox: TestInbox;
  beforeAll(async () => {
    inbox = await startInbox(context.storage);
  });
  afterAll(() => inbox?.close());
  beforeEach(() => inbox.clear());

  const process = () => processEvents(context.db, inbox.clock, silentLog);
  const states = async () =>
    (await inbox.listEvents('?count=200')).data.map(({ id, state }) => `${id} ${state}`);
  const factsOf = async () =>
    (await context.db.select().from(inboxMemberFacts)).map(({ memberId, memberInfo }) => [
      memberId,
      (JSON.parse(memberInfo) as { first_name?: string }).first_name,
    ]);
  /** An event with a member's name at a time of day. */
  const named = (id: string, name: string, time: string) =>
    tierUpgrade(id, {
      member_id: 'M-1',
      first_name: name,
      last_modified_date: `2026-01-31T${time}Z`,
    });

  test('processes each event once and stores when', async () => {
    await inbox.deliver(envelope([tierUpgrade('E-1'), tierUpgrade('E-2')]));
    inbox.clock.advance(2);
    expect(await process()).toBe(false);
    const processedAt = inbox.clock.now().toISOString();
    inbox.clock.advance(2);
    await process();
    expect((await inbox.listEvents()).data).toMatchObject([
      { id: 'E-2', state: 'processed', processed_at: processedAt },
      { id: 'E-1', state: 'processed', processed_at: processedAt },
    ]);
  });

  test('marks unknown types as processed, failed events as failed, and leaves malformed ones', async () => {
    const campaign = { id: 'E-1', event_type: 'event_campaign_entered', data: { member_info: 7 } };
    const unknown = { id: 'E-2', event_type: 'event_of_tomorrow', data: { member_info: 7 } };
    await inbox.deliver(envelope([campaign, unknown, tierUpgrade('E-3'), 'malformed']));
    await process();
    expect((await states()).map((line) => line.replace(/^malformed-\w+/, 'E-4'))).toEqual([
      'E-4 malformed',
      'E-3 processed',
      'E-2 processed',
      'E-1 failed',
    ]);
  });

  test('processes an event without the values that it cannot read', async () => {
    const member = { member_id: 'M-1', first_name: 'Ada', aov: 'x', address: null, revenue: 5 };
    await inbox.deliver(envelope([tierUpgrade('E-1', member)]));
    await process();
    expect(await states()).toEqual(['E-1 processed']);
    const [facts] = await context.db.select().from(inboxMemberFacts);
    const { aov: _, address: __, ...readable } = member;
    expect(JSON.parse(facts?.memberInfo ?? '')).toEqual(readable);
  });

  test('never overwrites newer facts with an older event, in one batch or in two', async () => {
    await inbox.deliver(
      envelope([named('E-1', 'newer', '12:00:00'), named('E-2', 'older', '11:00:00')]),
    );
    await process();
    expect(await factsOf()).toEqual([['M-1', 'newer']]);
    await inbox.deliver(envelope([named('E-3', 'oldest', '10:00:00')]));
    await process();
    expect(await factsOf()).toEqual([['M-1', 'newer']]);
    await inbox.deliver(envelope([named('E-4', 'newest', '13:00:00')]));
    await process();
    expect(await factsOf()).toEqual([['M-1', 'newest']]);
    expect(new Set((await states()).map((line) => line.split(' ')[1]))).toEqual(
      new Set(['processed']),
    );
  });

  test("uses the envelope's date for events without one; of two with the same time the later counts", async () => {
    const plain = (id: string, name: string) =>
      tierUpgrade(id, { member_id: 'M-1', first_name: name });
    await inbox.deliver(envelope([plain('E-1', 'first'), plain('E-2', 'second')]));
    await process();
    expect(await factsOf()).toEqual([['M-1', 'second']]);
    const earlier = { created_date: '01/30/2026 12:00:00' };
    await inbox.deliver(envelope([plain('E-3', 'earlier')], earlier));
    await process();
    expect(await factsOf()).toEqual([['M-1', 'second']]);
  });

  test("does not freeze a member's facts at a future date", async () => {
    const future = {
      member_id: 'M-1',
      first_name: 'future',
      last_modified_date: '9999-01-01T00:00:00Z',
    };
    await inbox.deliver(envelope([tierUpgrade('E-1', future)]));
    inbox.clock.advance(60);
    const today = { ...future, first_name: 'today' };
    await inbox.deliver(envelope([tierUpgrade('E-2', today)]));
    await process();
    expect(await factsOf()).toEqual([['M-1', 'today']]);
  });

  test('processes a replayed event again without changing newer facts', async () => {
    await inbox.deliver(
      envelope([named('E-1', 'older', '11:00:00'), named('E-2', 'newer', '12:00:00')]),
    );
    await process();
    await inbox.call('/teams/1/webhook-events/E-1/replay', { method: 'POST' });
    await process();
    expect(await factsOf()).toEqual([['M-1', 'newer']]);
    expect((await inbox.listEvents()).data[1]).toMatchObject({ state: 'processed', replays: 1 });
  });

  test("shows with an event its member's newest facts and the event they are from", async () => {
    const facts = async (id: string) => {
      const response = await inbox.call(`/teams/1/webhook-events/${id}`);
      return ((await response.json()) as { data: { member_facts: unknown } }).data.member_facts;
    };
    await inbox.deliver(envelope([named('E-1', 'newer', '12:00:00')]));
    expect(await facts('E-1')).toBeNull();
    await process();
    const newer = {
      event_id: 'E-1',
      as_of: '2026-01-31T12:00:00.000Z',
      member_info: { member_id: 'M-1', first_name: 'newer' },
    };
    expect(await facts('E-1')).toMatchObject(newer);
    await inbox.deliver(envelope([named('E-2', 'older', '11:00:00'), tierUpgrade('E-3', {})]));
    await process();
    expect(await facts('E-2')).toMatchObject(newer);
    expect(await facts('E-3')).toBeNull();
    // Neither does a replay change newer facts.
    await inbox.call('/teams/1/webhook-events/E-2/replay', { method: 'POST' });
    await process();
    expect(await facts('E-2')).toMatchObject(newer);
  });

  test('is shared by several processes', async () => {
    const members = Array.from({ length: 450 }, (_, index) =>
      tierUpgrade(`E-${index}`, { member_id: `M-${index % 7}` }),
    );
    await inbox.deliver(envelope(members));
    const drain = async () => {
      while (await process());
    };
    await Promise.all([drain(), drain(), drain()]);
    await drain();
    expect((await states()).every((line) => line.endsWith('processed'))).toBe(true);
    expect(await factsOf()).toHaveLength(7);
  });

  // The embedded database has one connection and one process.
  if (context.kind === 'postgres') {
    test('skips events that another process is working on', async () => {
      await inbox.deliver(envelope([tierUpgrade('E-1'), tierUpgrade('E-2')]));
      await context.db.transaction(async (tx) => {
        const first = eq(inboxEvents.eventId, 'E-1');
        await tx.select().from(inboxEvents).where(first).for('update');
        await process();
      });
      expect(await states()).toEqual(['E-2 processed', 'E-1 pending']);
    });
  }

  test('leaves events pending if it fails halfway', async () => {
    await inbox.deliver(envelope([tierUpgrade('E-1')]));
    const brokenClock = {
      now: (): Date => {
        throw new Error('lost');
      },
    };
    await expect(processEvents(context.db, brokenClock, silentLog)).rejects.toThrow('lost');
    expect([await states(), await factsOf()]).toEqual([['E-1 pending'], []]);
    await process();
    expect(await states()).toEqual(['E-1 processed']);
  });

  test('starts on a notification of a delivery or replay', async () => {
    // Never polls again, so that only a notification can be the cause.
    const limits = { ...GATEWAY_LIMITS, inboxPollMs: 600_000 };
    const expectStates = (expected: string[]) =>
      vi.waitFor(async () => expect(await states()).toEqual(expected), 10_000);
    await inbox.deliver(envelope([tierUpgrade('E-0')]));
    const worker = await startInboxWorker({ ...inbox.dependencies, limits });
    // The worker polls once at its start.
    await expectStates(['E-0 processed']);
    await inbox.deliver(envelope([tierUpgrade('E-1')]));
    await expectStates(['E-1 processed', 'E-0 processed']);
    await inbox.call('/teams/1/webhook-events/E-1/replay', { method: 'POST' });
    await expectStates(['E-1 processed', 'E-0 processed']);
    await worker.stop();

    const notified = vi.fn();
    const stopListening = await inbox.dependencies.listen(INBOX_CHANNEL, notified);
    await inbox.deliver(envelope([tierUpgrade('E-2')]));
    await vi.waitFor(() => expect(notified).toHaveBeenCalled());
    expect(await states()).toEqual(['E-2 pending', 'E-1 processed', 'E-0 processed']);
    await stopListening();
  });

  test('keeps events and member facts if a sweep fails halfway', async () => {
    await inbox.deliver(envelope([tierUpgrade('E-1')]));
    await process();
    inbox.clock.advance(31 * DAY);
    await context.db.execute(sql`alter table inbox_member_facts rename to out_of_reach`);
    try {
      await expect(sweepInbox(context.db, inbox.clock)).rejects.toThrow();
    } finally {
      await context.db.execute(sql`alter table out_of_reach rename to inbox_member_facts`);
    }
    expect(await states()).toEqual(['E-1 processed']);
    await sweepInbox(context.db, inbox.clock);
    expect([await states(), await factsOf()]).toEqual([[], []]);
  });

  test('keeps the bodies of rejected requests for 7 days, and those of others', async () => {
    const body = envelope([tierUpgrade('E-1')]);
    await inbox.deliver(body);
    await inbox.deliver(body, { secret: 'wrong' });
    await inbox.deliver('not JSON');
    const bodies = async () =>
      (await context.db.select().from(inboxDeliveries).orderBy(inboxDeliveries.id)).map(
        (delivery) => [delivery.verdict, delivery.body !== null, delivery.signature !== null],
      );
    const kept = await bodies();
    expect(kept).toEqual([
      ['accepted', true, true],
      ['bad_signature', true, true],
      ['malformed', true, true],
    ]);
    inbox.clock.advance(7 * DAY - 60);
    await sweepInbox(context.db, inbox.clock);
    expect(await bodies()).toEqual(kept);
    inbox.clock.advance(120);
    await sweepInbox(context.db, inbox.clock);
    const swept = [
      ['accepted', true, true],
      ['bad_signature', false, true],
      ['malformed', false, true],
    ];
    expect(await bodies()).toEqual(swept);
    await sweepInbox(context.db, inbox.clock);
    expect(await bodies()).toEqual(swept);
  });

  test('detects duplicates for 30 days, then deletes events and requests', async () => {
    const body = envelope([tierUpgrade('E-1')]);
    const deliver = async () => (await inbox.deliver(body)).json() as Promise<{ verdict: string }>;
    await deliver();
    await process();
    expect(await factsOf()).toHaveLength(1);
    inbox.clock.advance(30 * DAY - 60);
    expect(await sweepInbox(context.db, inbox.clock)).toBe(false);
    expect(await deliver()).toEqual({ verdict: 'duplicate' });
    inbox.clock.advance(120);
    await sweepInbox(context.db, inbox.clock);
    expect((await inbox.listRequests()).data.map(({ verdict }) => verdict)).toEqual(['duplicate']);
    expect((await inbox.listEvents()).total).toBe(0);
    expect(await factsOf()).toEqual([]);
    expect(await deliver()).toEqual({ verdict: 'accepted' });
  });
});

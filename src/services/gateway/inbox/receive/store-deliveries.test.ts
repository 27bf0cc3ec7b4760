import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { loyaltyConnections } from '#services/gateway/loyalty/loyalty-connections-table.ts';
import { envelope, tierUpgrade } from '#services/gateway/testing/sign-webhook.ts';
import { startInbox, type TestInbox } from '#services/gateway/testing/start-inbox.ts';
import type { Database } from '#services/platform/database/database.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';

/** The statements in this database that wait for a lock. */
async function countLockWaits(db: Database): Promise<number> {
  const { rows } = await db.execute(sql`
    select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`);
  return rows.length;
}

describeBothStorages('storing deliveries', (context) => {
  let inbox: TestInbox;
  beforeAll(async () => {
    inbox = await startInbox(context.storage);
  });
  afterAll(() => inbox?.close());
  beforeEach(() => inbox.clear());

  const verdicts = async () => (await inbox.listRequests()).data.map(({ verdict }) => verdict);
  const eventIds = async () => (await inbox.listEvents()).data.map(({ id }) => id);

  test('responds with 200 to a repeated request and stores it as a duplicate', async () => {
    const body = envelope([tierUpgrade('E-1'), tierUpgrade('E-2')]);
    expect((await inbox.deliver(body)).status).toBe(200);
    inbox.clock.advance(300);
    const again = await inbox.deliver(body);
    expect([again.status, await again.json()]).toEqual([200, { verdict: 'duplicate' }]);
    const { data } = await inbox.listRequests();
    expect(data).toMatchObject([
      { verdict: 'duplicate', events: ['E-1', 'E-2'] },
      { verdict: 'accepted', events: ['E-1', 'E-2'] },
    ]);
    expect(await eventIds()).toEqual(['E-2', 'E-1']);
  });

  test('accepts a request with one new event and says how many were already received', async () => {
    await inbox.deliver(envelope([tierUpgrade('E-1')]));
    await inbox.deliver(envelope([tierUpgrade('E-1'), tierUpgrade('E-2')]));
    const [second] = (await inbox.listRequests()).data;
    expect(second).toMatchObject({
      verdict: 'accepted',
      reason: '1 of 2 events was already received.',
      events: ['E-1', 'E-2'],
    });
    expect(await eventIds()).toEqual(['E-2', 'E-1']);
  });

  test('stores an id that occurs twice in a request once', async () => {
    await inbox.deliver(envelope([tierUpgrade('E-1'), tierUpgrade('E-1')]));
    expect(await eventIds()).toEqual(['E-1']);
  });

  test('stores the same id for each team', async () => {
    await inbox.deliver(envelope([tierUpgrade('E-1')]));
    const secret = 'the secret of team 2';
    const response = await inbox.deliver(envelope([tierUpgrade('E-1')]), { teamId: 2, secret });
    expect(await response.json()).toEqual({ verdict: 'accepted' });
  });

  test('stores a malformed event without losing the others or a later corrected one', async () => {
    const broken = [
      { event_type: 'event_member_tierupgrade', data: {} },
      { id: 'E-9', event_type: 'event_member_tierupgrade', data: 'text' },
      { id: { of: 7 }, event_type: 'x', data: {} },
      { id: `nul\u0000`, event_type: 'x', data: {} },
      'text',
      null,
    ];
    await inbox.deliver(envelope([tierUpgrade('E-1'), ...broken, tierUpgrade('E-2')]));
    await inbox.deliver(envelope([broken[1], tierUpgrade('E-9')]));
    const { data } = await inbox.listEvents();
    const malformed = data.filter(({ state }) => state === 'malformed').reverse();
    expect(malformed.map((event) => event.data)).toEqual(broken);
    expect(data.filter(({ state }) => state === 'pending').map(({ id }) => id)).toEqual([
      'E-9',
      'E-2',
      'E-1',
    ]);
  });

  test('accepts an event of which only the id is known', async () => {
    await inbox.deliver(envelope([{ id: 'E-1' }, { id: 'E-2', event_type: null, data: null }]));
    expect((await inbox.listEvents()).data).toMatchObject([
      { id: 'E-2', event_type: 'unknown', data: {}, state: 'pending', reason: null },
      { id: 'E-1', event_type: 'unknown', data: {}, state: 'pending', reason: null },
    ]);
  });

  test('keeps integers that are too long for a number as text', async () => {
    const body = envelope([tierUpgrade('E-1', { available_points: 0 })]);
    await inbox.deliver(
      body.replace('"available_points":0', '"available_points":9007199254740993'),
    );
    expect((await inbox.listEvents()).data).toMatchObject([
      {
        data: { member_info: { available_points: '9007199254740993' } },
        reason: 'This value can\'t be read: "member_info.available_points".',
      },
    ]);
  });

  test('accepts a wrong count and an empty list with a warning, and detects a repeated empty list', async () => {
    await inbox.deliver(envelope([tierUpgrade('E-1')], { total_count: 5 }));
    await inbox.deliver(envelope([tierUpgrade('E-2')], { total_count: 'many' }));
    await inbox.deliver(envelope([], { request_id: 'empty' }));
    await inbox.deliver(envelope([], { request_id: 'empty' }));
    const { data } = await inbox.listRequests();
    expect(data.map(({ verdict, reason }) => [verdict, reason !== null])).toEqual([
      ['duplicate', true],
      ['accepted', true],
      ['accepted', true],
      ['accepted', true],
    ]);
  });

  test('stores unknown types and unusual text unchanged', async () => {
    const data = { odd: 'a\u0000b \ud800', deep: [{ member_info: 1 }] };
    await inbox.deliver(envelope([{ id: 'E-1', event_type: 'event_of_tomorrow', data }]));
    expect((await inbox.listEvents()).data).toMatchObject([
      { event_type: 'event_of_tomorrow', data },
    ]);
  });

  test('accepts a request full of the smallest events', async () => {
    const events = Array.from({ length: 10_000 }, (_, index) => ({
      id: String(index),
      event_type: 'x',
      data: {},
    }));
    expect((await inbox.deliver(envelope(events))).status).toBe(200);
    expect((await inbox.listEvents()).total).toBe(10_000);
  });

  test('stores each event once for concurrent deliveries', async () => {
    const body = envelope([tierUpgrade('E-1'), tierUpgrade('E-2')]);
    const responses = await Promise.all(Array.from({ length: 8 }, () => inbox.deliver(body)));
    expect(responses.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect((await verdicts()).filter((verdict) => verdict === 'accepted')).toHaveLength(1);
    expect(await eventIds()).toEqual(['E-2', 'E-1']);
  });

  // The embedded database has one connection, so its transactions never overlap.
  if (context.kind === 'postgres') {
    test("serializes a team's deliveries, so that no event appears before one that was read", async () => {
      let delivered = false;
      const { delivery } = await context.db.transaction(async (tx) => {
        const team = eq(loyaltyConnections.teamId, 1);
        await tx.select().from(loyaltyConnections).where(team).for('update');
        const delivery = inbox.deliver(envelope([tierUpgrade('E-1')])).then(() => {
          delivered = true;
        });
        await expect.poll(() => countLockWaits(tx)).toBe(1);
        expect(delivered).toBe(false);
        return { delivery };
      });
      await delivery;
      expect(await eventIds()).toEqual(['E-1']);
    });
  }

  test('limits rejected requests without displacing others', async () => {
    await inbox.deliver(envelope([tierUpgrade('E-1')]));
    await inbox.deliver('{}');
    const large = 'x'.repeat(70_000);
    for (let batch = 0; batch < 21; batch++) {
      await Promise.all(
        Array.from({ length: 10 }, () => inbox.deliver(large, { secret: 'wrong' })),
      );
    }
    const rejected = await inbox.listRequests('?verdict=bad_signature&count=200');
    expect(rejected.total).toBe(200);
    const [one] = await inbox.readRequests('?verdict=bad_signature&count=1');
    expect(one?.body).toBeNull();
    expect((await inbox.listRequests()).total).toBe(202);
  }, 60_000);

  test('limits duplicates of a captured request', async () => {
    const body = envelope([tierUpgrade('E-1')]);
    for (let batch = 0; batch < 21; batch++) {
      await Promise.all(Array.from({ length: 10 }, () => inbox.deliver(body)));
    }
    expect((await inbox.listRequests()).total).toBe(201);
  }, 60_000);
});

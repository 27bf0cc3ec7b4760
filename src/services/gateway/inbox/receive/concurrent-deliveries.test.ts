import { eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { listEventsAfter } from '#services/gateway/inbox/inbox-events.ts';
import { gatewayJobs } from '#services/gateway/jobs/jobs-table.ts';
import { loyaltyConnections } from '#services/gateway/loyalty/loyalty-connections-table.ts';
import { saveLoyaltyConnection } from '#services/gateway/save-loyalty-connection.ts';
import { envelope, tierUpgrade, WEBHOOK_SECRET } from '#services/gateway/testing/sign-webhook.ts';
import { startInbox, type TestInbox } from '#services/gateway/testing/start-inbox.ts';
import { propertyRuns } from '#services/platform/testing/fuzz/property-runs.ts';
import { rejectRows } from '#services/platform/testing/reject-rows.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';

/** PATRON_TEST_DELIVERY_ROUNDS has another number. */
const ROUNDS = Number(process.env.PATRON_TEST_DELIVERY_ROUNDS ?? propertyRuns(30));

/** The ids of the events of each delivery. */
const overlappingDeliveries = fc.array(
  fc.uniqueArray(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 8 }),
  { minLength: 8, maxLength: 24 },
);

describeBothStorages('concurrent deliveries', (context) => {
  let inbox: TestInbox;
  /** Another process on the same database. */
  let other: TestInbox;
  let arrived = 0;
  beforeAll(async () => {
    const countArrival = () => {
      arrived += 1;
      return new Date();
    };
    inbox = await startInbox(context.storage, { clock: { now: countArrival } });
    const { encryption } = inbox.dependencies;
    other = await startInbox(context.storage, { clock: { now: countArrival }, encryption });
  });
  afterAll(async () => {
    await inbox?.close();
    await other?.close();
  });
  beforeEach(() => inbox.clear());

  /** Delivers bodies at the same time. None is stored before all have arrived. */
  const deliverTogether = async (bodies: readonly string[]) => {
    arrived = 0;
    const { responses } = await context.db.transaction(async (tx) => {
      const team = eq(loyaltyConnections.teamId, 1);
      await tx.select().from(loyaltyConnections).where(team).for('update');
      const responses = Promise.all(bodies.map((body) => inbox.deliver(body)));
      await vi.waitFor(() => expect(arrived).toBe(bodies.length), 10_000);
      return { responses };
    });
    return (await responses).map(({ status }) => status);
  };
  const bodiesOf = (count: number, padding = '') =>
    Array.from({ length: count }, (_, index) =>
      envelope([tierUpgrade(`E-${index}`)], { request_id: `request-${index}`, padding }),
    );
  /** How many deliveries each transaction has stored. */
  const transactionSizes = async () => {
    const { rows } = await context.db.execute<{ size: number }>(
      sql`select count(*)::int as size from inbox_deliveries group by xmin::text`,
    );
    return rows.map(({ size }) => size);
  };

  test('share transactions of at most 100 requests', async () => {
    const statuses = await deliverTogether(bodiesOf(250));
    expect(new Set(statuses)).toEqual(new Set([200]));
    const sizes = await transactionSizes();
    expect(sizes.reduce((sum, size) => sum + size)).toBe(250);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(100);
    expect(sizes.length).toBeLessThan(25);
  });

  test('share transactions of at most 4 MB', async () => {
    await deliverTogether(bodiesOf(10, 'x'.repeat(1_000_000)));
    const sizes = await transactionSizes();
    expect(sizes.reduce((sum, size) => sum + size)).toBe(10);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(4);
  });

  test('recognize a request that is repeated in the same transaction', async () => {
    const [body = ''] = bodiesOf(1);
    const empty = envelope([], { request_id: 'empty' });
    await deliverTogether([body, empty, body, empty, body]);
    expect((await transactionSizes()).length).toBeLessThan(5);
    const { data } = await inbox.listRequests();
    expect(data.map((request) => `${request.request_id} ${request.verdict}`).sort()).toEqual([
      'empty accepted',
      'empty duplicate',
      'request-0 accepted',
      'request-0 duplicate',
      'request-0 duplicate',
    ]);
    expect((await inbox.listEvents()).total).toBe(1);
  });

  test('store each event once, in the order of its request, and hide none from a reader', async () => {
    const checkRound = async (deliveries: number[][]) => {
      await inbox.clear();
      let isRunning = true;
      const read = async () => {
        const sequences: number[] = [];
        // Reads once more after the last delivery.
        for (let isLast = false; !isLast; await new Promise(setImmediate)) {
          isLast = !isRunning;
          const rows = await listEventsAfter(context.db, 1, sequences.at(-1) ?? 0, 100);
          sequences.push(...rows.map(({ sequence }) => sequence));
        }
        return sequences;
      };
      const bodies = deliveries.map((ids, index) =>
        envelope(
          ids.map((id) => tierUpgrade(`E-${id}`)),
          { request_id: `request-${index}` },
        ),
      );
      const reading = read();
      const responses = await Promise.all(
        bodies.map((body, index) => (index % 2 === 0 ? inbox : other).deliver(body)),
      );
      isRunning = false;
      expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));

      const { data: events } = await inbox.listEvents('?count=200');
      expect(events.map(({ id }) => id).sort()).toEqual(
        [...new Set(deliveries.flat())].map((id) => `E-${id}`).sort(),
      );
      expect(await reading).toHaveLength(events.length);
      const { data: requests } = await inbox.listRequests('?count=200');
      for (const { id, request_id: requestId, verdict, reason } of requests) {
        const ids = deliveries[Number(requestId?.split('-')[1])]?.map((each) => `E-${each}`) ?? [];
        const stored = events.filter((event) => event.webhook_request_id === id).reverse();
        const inOrder = ids.filter((each) => stored.some((event) => event.id === each));
        expect(stored.map((event) => event.id)).toEqual(inOrder);
        expect(verdict).toBe(stored.length > 0 ? 'accepted' : 'duplicate');
        const known = ids.length - stored.length;
        if (verdict === 'accepted') {
          expect(reason).toBe(
            known > 0
              ? `${known} of ${ids.length} events ${known === 1 ? 'was' : 'were'} already received.`
              : null,
          );
        }
      }
    };
    await fc.assert(fc.asyncProperty(overlappingDeliveries, checkRound), { numRuns: ROUNDS });
  }, 120_000);

  test('are stored without a request that the database rejects', async () => {
    const accept = await rejectRows(context.db, {
      before: 'insert',
      table: 'inbox_events',
      when: sql`new.event_id = 'E-2'`,
    });
    const bodies = bodiesOf(5);
    expect(await deliverTogether(bodies)).toEqual([200, 200, 500, 200, 200]);
    const ids = async () => (await inbox.listEvents()).data.map(({ id }) => id).sort();
    expect(await ids()).toEqual(['E-0', 'E-1', 'E-3', 'E-4']);
    expect((await inbox.listRequests()).total).toBe(4);

    await accept();
    expect((await inbox.deliver(bodies[2] ?? '')).status).toBe(200);
    expect(await ids()).toEqual(['E-0', 'E-1', 'E-2', 'E-3', 'E-4']);
  });

  test.runIf(context.kind === 'postgres')(
    'are stored while a transaction refers to their team, such as that of a large new job',
    async () => {
      const [body = ''] = bodiesOf(1);
      const now = new Date();
      await context.db.transaction(async (tx) => {
        await tx.insert(gatewayJobs).values({
          ...{ teamId: 1, kind: 'delete', state: 'cancelled', userId: '1', userName: 'Ada' },
          ...{ createdAt: now, changedAt: now },
        });
        expect((await inbox.deliver(body)).status).toBe(200);
      });
    },
  );

  test('are checked with a new secret as soon as it is saved', async () => {
    const { db, encryption } = inbox.dependencies;
    const connection = { baseUrl: undefined, partnerId: 'partner-1', apiKey: 'key' };
    const save = (webhookSecret: string) =>
      saveLoyaltyConnection(db, encryption, 1, { ...connection, webhookSecret });
    onTestFinished(() => save(WEBHOOK_SECRET));
    const [body = ''] = bodiesOf(1);
    const statuses = async (secret: string) => {
      const responses = Array.from({ length: 8 }, () => inbox.deliver(body, { secret }));
      return new Set((await Promise.all(responses)).map(({ status }) => status));
    };
    let isRunning = true;
    const send = async () => {
      while (isRunning) await statuses(WEBHOOK_SECRET);
    };
    const traffic = send();
    let current = WEBHOOK_SECRET;
    for (const secret of ['secret 1', 'secret 2', 'secret 3']) {
      await save(secret);
      expect(await statuses(current)).toEqual(new Set([401]));
      expect(await statuses(secret)).toEqual(new Set([200]));
      current = secret;
    }
    isRunning = false;
    await traffic;
  });
});

import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SECTION_ENTRIES_MAX } from '#contract/gateway/personal-data.ts';
import { inboxEvents } from '#services/gateway/inbox/inbox-events-table.ts';
import { addMembers } from '#services/loyalty/testing/program.ts';
import { outboundEvents } from '#services/loyalty/webhooks/outbound-events-table.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';
import { eraseDueMembers } from './erase-members.ts';
import { startErasures, type TestErasures } from './testing/start-erasures.ts';

/** Of each kind. PATRON_TEST_ERASURE_EVENTS has more, and then the times are measured. */
const EVENTS = Number(process.env.PATRON_TEST_ERASURE_EVENTS ?? 50_000);
const EVENTS_OF_MANY = 50_000;
/** Members with one event. */
const FEW = Array.from({ length: 12 }, (_, index) => `few-${index}`);

describeBothStorages('an erasure among many events', (store) => {
  let erasures: TestErasures;

  beforeAll(async () => {
    erasures = await startErasures(store.storage);
    const program = await erasures.connect(1);
    const memberIds = [...FEW, 'many'];
    const rows = await addMembers(
      store.db,
      program.id,
      memberIds.map((memberId) => ({ memberId })),
    );
    await erasures.gateway.update();
    const ids = sql`array[${sql.join(
      rows.map(({ serviceId }) => sql`${serviceId}::text`),
      sql`, `,
    )}]`;
    const serviceId = sql`case when number > ${EVENTS_OF_MANY}::int then 'S-' || number % 10000
      else (${ids})[least(number, ${rows.length}::int)] end`;
    const data = sql`json_build_object('member_info', json_build_object(
      'id', ${serviceId}, 'first_name', repeat('x', 700)))`;
    const memberId = sql`case when number <= ${FEW.length}::int then 'few-' || number - 1
      when number <= ${EVENTS_OF_MANY}::int then 'many' else 'M-' || number % 10000 end`;
    // In parts, because a statement has a time limit.
    for (let from = 1; from <= EVENTS; from += EVENTS_OF_MANY) {
      const numbers = sql`generate_series(${from}::int, ${from + EVENTS_OF_MANY - 1}::int) number`;
      await store.db.execute(sql`
        insert into inbox_events (team_id, event_id, event_type, data, member_id, facts_at, delivery_id, received_at, state)
        select 1, 'e-' || number, 'event_member_tierupgrade', (${data})::text, ${memberId}, now(), 1, now(), 'processed'
        from ${numbers}`);
      await store.db.execute(sql`
        insert into loyalty_outbound_events (program_id, event_id, event_type, data, created_at)
        select ${program.id}::bigint, 's-' || number, 'event_member_tierupgrade', (${data})::jsonb, now()
        from ${numbers}`);
    }
    await store.db.execute(sql`analyze`);
  }, 240_000);
  afterAll(() => erasures?.close());

  test('reads its own entries by an index', async () => {
    for (const [table, condition] of [
      ['inbox_events', sql`team_id = 1 and inbox_service_id(data) = 'x'`],
      ['loyalty_outbound_events', sql`(data #>> '{member_info,id}'::text[]) = 'x'`],
    ] as const) {
      const { rows } = await store.db.execute<Record<string, string>>(
        sql`explain select 1 from ${sql.identifier(table)} where ${condition}`,
      );
      expect(JSON.stringify(rows)).toContain(`${table}_service_id_index`);
    }
  });

  const countEvents = async () => [
    await store.db.$count(inboxEvents),
    await store.db.$count(outboundEvents),
  ];

  test('of a member with one event leaves the others', async () => {
    await erasures.erase('few-0');
    expect(await countEvents()).toEqual([EVENTS - 1, EVENTS - 1]);
  }, 60_000);

  test.runIf(EVENTS > EVENTS_OF_MANY)(
    'takes as long as promised',
    async ({ annotate }) => {
      const { service, dependencies } = erasures;
      const timeOf = async (memberIds: string[]) => {
        for (const memberId of memberIds) await service.erase(1, memberId);
        const startedAt = performance.now();
        await eraseDueMembers(dependencies);
        return performance.now() - startedAt;
      };
      const [first = '', ...others] = FEW.slice(1);
      const onceABatch = await timeOf([first]);
      const ofMember = ((await timeOf(others)) - onceABatch) / (others.length - 1);
      const startedAt = performance.now();
      const document = await service.read(1, 'many', SECTION_ENTRIES_MAX);
      const read = performance.now() - startedAt;
      await annotate(
        `a member ${ofMember} ms, once a batch ${onceABatch} ms, personal data ${read} ms`,
      );
      expect(document?.complete).toBe(false);
      expect(ofMember).toBeLessThan(1_000);
      expect(read).toBeLessThan(150);
    },
    60_000,
  );

  test('of a member with 50,000 events ends', async () => {
    const { service, work } = erasures;
    const before = await countEvents();
    const erasure = await service.erase(1, 'many');
    await work();
    const count = EVENTS_OF_MANY - FEW.length;
    expect(await countEvents()).toEqual(before.map((each) => each - count));
    expect(await service.findErasure(1, erasure?.receipt ?? '')).toMatchObject({
      state: 'done',
      erased: { inbox_events: count, sent_events: count },
    });
  }, 120_000);
});

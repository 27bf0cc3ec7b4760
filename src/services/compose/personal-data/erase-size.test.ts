import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inboxEvents } from '#services/gateway/inbox/inbox-events-table.ts';
import { startDirectory, type TestDirectory } from '#services/gateway/testing/start-directory.ts';
import { addMembers, createProgram } from '#services/loyalty/testing/program.ts';
import { outboundEvents } from '#services/loyalty/webhooks/outbound-events-table.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';
import { type ErasureDependencies, eraseDueMembers } from './erase-members.ts';
import { createPersonalDataService } from './personal-data-service.ts';

const EVENTS = 50_000;

describeBothStorages('an erasure among 50,000 events', (store) => {
  const directory = mkdtempSync(join(tmpdir(), 'patron-erasures-'));
  let gateway: TestDirectory;
  let erasing: ErasureDependencies;
  let service: ReturnType<typeof createPersonalDataService>;

  beforeAll(async () => {
    gateway = await startDirectory(store.storage, { servesLoyalty: true });
    service = createPersonalDataService(gateway.dependencies);
    erasing = {
      ...gateway.dependencies,
      dataDirectory: directory,
      deletedMemberDays: 30,
      deleteElsewhere: service.deleteElsewhere,
    };
    const { program, credentials } = await createProgram(store.db);
    await gateway.connect(1, undefined, credentials);
    const [many, one] = await addMembers(store.db, program.id, [
      { memberId: 'many' },
      { memberId: 'one' },
    ]);
    const data = sql`json_build_object('member_info', json_build_object(
      'id', case number when 1 then ${one?.serviceId}::text else ${many?.serviceId}::text end,
      'first_name', repeat('x', 700)))`;
    await store.db.execute(sql`
      insert into inbox_events (team_id, event_id, event_type, data, member_id, facts_at, delivery_id, received_at, state)
      select 1, 'e-' || number, 'event_member_tierupgrade', (${data})::text,
        case number when 1 then 'one' else 'many' end, now(), 1, now(), 'processed'
      from generate_series(1, ${EVENTS}::int) number`);
    await store.db.execute(sql`
      insert into loyalty_outbound_events (program_id, event_id, event_type, data, created_at)
      select ${program.id}::bigint, 's-' || number, 'event_member_tierupgrade', (${data})::jsonb, now()
      from generate_series(1, ${EVENTS}::int) number`);
    await store.db.execute(sql`analyze`);
  }, 120_000);
  afterAll(async () => {
    await gateway?.close();
    rmSync(directory, { recursive: true, force: true });
  });

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

  test('of a member with one event leaves the others, and of all of them ends', async () => {
    const work = async () => {
      while (await eraseDueMembers(erasing));
    };
    await service.erase(1, 'one');
    await work();
    const count = async () => [
      await store.db.$count(inboxEvents),
      await store.db.$count(outboundEvents),
    ];
    expect(await count()).toEqual([EVENTS - 1, EVENTS - 1]);
    const erasure = await service.erase(1, 'many');
    await work();
    expect(await count()).toEqual([0, 0]);
    expect(await service.findErasure(1, erasure?.receipt ?? '')).toMatchObject({
      state: 'done',
      erased: { inbox_events: EVENTS - 1, sent_events: EVENTS - 1 },
    });
  }, 120_000);
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { removeMembers } from '#services/gateway/directory/remove-members.ts';
import { inboxEvents } from '#services/gateway/inbox/inbox-events-table.ts';
import { gatewayJobChunks } from '#services/gateway/jobs/jobs-table.ts';
import { startJobs, type TestJobs } from '#services/gateway/testing/start-jobs.ts';
import { members } from '#services/loyalty/members/members-table.ts';
import type { Program } from '#services/loyalty/programs/programs-table.ts';
import { addMembers, createProgram } from '#services/loyalty/testing/program.ts';
import { startLoyalty, type TestLoyalty } from '#services/loyalty/testing/start-loyalty.ts';
import { deliveries } from '#services/loyalty/webhooks/deliveries-table.ts';
import { webhookTargets } from '#services/loyalty/webhooks/webhook-targets-table.ts';
import { auditEvents } from '#services/platform/audit/audit-events-table.ts';
import { addSeconds, DAY_SECONDS } from '#services/platform/clock.ts';
import type { Database } from '#services/platform/database/database.ts';
import { expectFigures } from '#services/platform/database/testing/expect-figures.ts';
import { rejectRows } from '#services/platform/testing/reject-rows.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';
import {
  compareDumps,
  dumpDatabase,
  hasText,
  restoreDatabase,
} from '#services/testing/database/dump.ts';
import { type ErasureDependencies, eraseDueMembers } from './erase-members.ts';
import { applyErasureList } from './erasure-list.ts';
import { findTeamSubject, type Subject } from './find-subject.ts';
import { createPersonalDataService } from './personal-data-service.ts';
import { queueErasure } from './queue-erasures.ts';
import { leaveEntries, NEIGHBORS, SUBJECT } from './testing/neighbors.ts';

/** Tables whose rows have no keys; their figures are compared with fresh ones. */
const DERIVED = /counters$|_days$|^directory_(counts|words|removals)$/;

const keysOf = ({ memberId, serviceId }: typeof members.$inferSelect) => ({ memberId, serviceId });

/** Started jobs whose totals don't agree with their rows. */
async function listWrongJobs(db: Database) {
  const { rows } = await db.execute(sql`
    select job.id, job.done - job.failed as stored, count(*) from gateway_jobs job
    join gateway_job_rows rows on rows.job_id = job.id and rows.state in ('done', 'skipped')
    where started_at is not null group by job.id having job.done - job.failed <> count(*)`);
  return rows;
}

describeBothStorages('an erasure', (store) => {
  const directory = mkdtempSync(join(tmpdir(), 'patron-erasures-'));
  let loyalty: TestLoyalty;
  let gateway: TestJobs;
  let erasing: ErasureDependencies;
  let service: ReturnType<typeof createPersonalDataService>;
  let program: Program;
  let subject: typeof members.$inferSelect;

  beforeAll(async () => {
    loyalty = await startLoyalty(store.storage);
    gateway = await startJobs(store.storage, {
      clock: loyalty.clock,
      encryption: loyalty.dependencies.encryption,
      servesLoyalty: true,
      loyaltyBaseUrl: loyalty.baseUrl,
    });
    service = createPersonalDataService(gateway.dependencies);
    erasing = {
      ...gateway.dependencies,
      dataDirectory: directory,
      deletedMemberDays: 30,
      deleteElsewhere: service.deleteElsewhere,
    };
    for (const teamId of [1, 2]) {
      const created = await createProgram(store.db);
      await gateway.connect(teamId, undefined, created.credentials);
      const rows = await addMembers(store.db, created.program.id, [SUBJECT, ...NEIGHBORS]);
      await gateway.update();
      const { id: programId, partnerId } = created.program;
      await leaveEntries(store.db, { teamId, programId, partnerId }, rows);
      if (teamId === 1) {
        program = created.program;
        subject = rows[0] as typeof subject;
      }
    }
    backup = await dumpDatabase(store.db);
  }, 120_000);
  let backup: Awaited<ReturnType<typeof dumpDatabase>>;
  beforeEach(() => restoreDatabase(store.db, backup), 60_000);
  afterAll(async () => {
    await gateway?.close();
    await loyalty?.close();
    rmSync(directory, { recursive: true, force: true });
  });

  const work = async () => {
    while (await eraseDueMembers(erasing));
  };
  const erase = async (memberId: string) => {
    const receipt = (await service.erase(1, memberId))?.receipt;
    await work();
    return receipt;
  };
  /** The numbers of rows that changed, and of those that were removed or added. */
  const countChanges = async (before = backup) => {
    const changed = compareDumps(before, await dumpDatabase(store.db));
    return Object.fromEntries(
      Object.entries(changed)
        .filter(([table]) => !DERIVED.test(table))
        .map(([table, { lost, added }]) => [table, [lost.length, added.length]]),
    );
  };

  test('changes the rows of the member, and no others', async () => {
    const receipt = (await erase('abc1')) ?? '';
    const changed = compareDumps(backup, await dumpDatabase(store.db));
    // Of the events that are in a request with another one.
    const sent = (backup.loyalty_outbound_events ?? [])
      .filter((event) => hasText(event, [subject.serviceId]))
      .flatMap(({ id }) => [`[${id},`, `,${id}]`]);
    const keys = [subject.serviceId, '"abc1"', `"member_id":${subject.id},`, 'abc1-', ...sent];
    for (const [table, { lost }] of Object.entries(changed)) {
      if (DERIVED.test(table) || table === 'gateway_jobs') continue;
      expect([table, lost.filter((row) => !hasText(row as object, keys))]).toEqual([table, []]);
    }
    expect(await countChanges()).toEqual({
      // Three about the member, two of its own actions, two that name it, and the erasure's.
      audit_events: [7, 8],
      directory_members: [1, 0],
      erasures: [0, 1],
      gateway_job_chunks: [1, 1],
      gateway_job_rows: [3, 3],
      // One has a row less to do, the other one less to undo.
      gateway_jobs: [2, 2],
      // The accepted request and the rejected one.
      inbox_deliveries: [2, 2],
      inbox_events: [2, 0],
      inbox_member_facts: [1, 0],
      inbox_replays: [1, 1],
      // Each event was sent together with one of another member.
      loyalty_deliveries: [2, 2],
      loyalty_members: [1, 1],
      loyalty_outbound_events: [2, 0],
      loyalty_point_transactions: [1, 1],
    });
    expect(await service.findErasure(1, receipt)).toMatchObject({
      state: 'done',
      erased: { profile: 1, points: 1, sent_events: 2, directory: 1, inbox_events: 2, job_rows: 4 },
    });
    await expectFigures(store.db);
    expect(await listWrongJobs(store.db)).toEqual([]);
  });

  test('keeps the parts of others in what is shared, byte by byte', async () => {
    await erase('abc1');
    const [part] = await store.db.select().from(gatewayJobChunks).orderBy(gatewayJobChunks.jobId);
    expect(part?.text).toBe(`\r\n\r\n\r\n\r\nAn\r\nSusan\r\n${'\r\n'.repeat(5)}`);
    const sent = await store.db
      .select({ eventIds: deliveries.eventIds })
      .from(deliveries)
      .innerJoin(webhookTargets, eq(webhookTargets.id, deliveries.targetId))
      .where(eq(webhookTargets.programId, program.id));
    expect(sent.flatMap(({ eventIds }) => eventIds)).toHaveLength(2 * NEIGHBORS.length);
    const campaigns = await store.db
      .select({ changes: auditEvents.changes })
      .from(auditEvents)
      .where(
        and(eq(auditEvents.action, 'campaign.enter'), eq(auditEvents.partnerId, program.partnerId)),
      )
      .orderBy(auditEvents.id);
    expect(campaigns[0]?.changes[0]?.after).toEqual(['ABC1']);
    expect(campaigns.at(-1)?.changes[0]?.after).toEqual(['attribute']);
    // What isn't a key stays, although it is the ID.
    expect(hasText({ campaigns: await store.db.select().from(auditEvents) }, ['"note"'])).toBe(
      true,
    );
  });

  test('changes nothing when it is repeated', async () => {
    await erase('abc1');
    expect(await service.erase(1, 'abc1')).toBeUndefined();
    const before = await dumpDatabase(store.db);
    const repeated = {
      ...(await findTeamSubject(gateway.dependencies, 1, keysOf(subject))),
    } as Subject;
    await queueErasure(erasing, repeated, 1);
    await work();
    // The second request and its own audit event.
    expect(await countChanges(before)).toEqual({ erasures: [0, 1], audit_events: [0, 1] });
  });

  test('knows an earlier member with the same ID as another one', async () => {
    // The entries are those of the earlier member.
    const deletedAt = addSeconds(loyalty.clock.now(), 60);
    await store.db.update(members).set({ deletedAt }).where(eq(members.id, subject.id));
    await removeMembers(store.db, 1, [{ serviceId: subject.serviceId, removedAt: deletedAt }]);
    const added = { ...SUBJECT, referralCode: 'second', firstName: 'Second' };
    const rows = await addMembers(store.db, program.id, [added]);
    const { id: programId, partnerId } = program;
    const later = addSeconds(deletedAt, DAY_SECONDS);
    await leaveEntries(store.db, { teamId: 1, programId, partnerId }, rows, later);
    loyalty.clock.advance(32 * DAY_SECONDS);
    const before = await dumpDatabase(store.db);
    await work();
    const ofSecond = { first_name: 'Second' };
    const kept = await service.read(1, 'abc1');
    expect(kept?.sections).toMatchObject({
      profile: [ofSecond],
      inbox_events: [{}, {}],
      sent_events: [{}, {}],
      job_rows: [{}, {}, {}],
      audit_events: [{}, {}, {}],
      points: [{}],
    });
    expect((await countChanges(before)).inbox_events).toEqual([2, 0]);
    await expectFigures(store.db);
    expect(await listWrongJobs(store.db)).toEqual([]);

    // A restored backup has the earlier member again, and the second one, too.
    await restoreDatabase(store.db, before);
    await applyErasureList(gateway.dependencies, directory);
    await work();
    expect((await service.read(1, 'abc1'))?.sections).toEqual(kept?.sections);
    const names = await store.db
      .select({ firstName: members.firstName })
      .from(members)
      .where(eq(members.programId, programId));
    expect(names.map(({ firstName }) => firstName)).toContain('Second');
  });

  test('finds a member that is known only by events, jobs and audit events', async () => {
    await store.db.execute(sql`delete from directory_members where member_id = 'abc1'`);
    await store.db.execute(
      sql`update loyalty_members set member_id = 'gone', service_id = 'gone' where id = ${subject.id}`,
    );
    const before = await dumpDatabase(store.db);
    const kept = await service.read(1, 'abc1');
    expect(kept?.sections).toMatchObject({
      profile: [],
      inbox_events: [{}, {}],
      job_rows: [{}, {}, {}],
    });
    const receipt = (await erase('abc1')) ?? '';
    expect(await service.findErasure(1, receipt)).toMatchObject({
      state: 'done',
      erased: { inbox_events: 2 },
    });
    expect(await service.read(1, 'abc1')).toBeUndefined();
    expect(await countChanges(before)).toMatchObject({
      inbox_events: [2, 0],
      inbox_deliveries: [2, 2],
    });

    // The operator's ID alone is enough.
    const receivedAt = new Date(0);
    await store.db.insert(inboxEvents).values({
      ...{
        teamId: 1,
        eventId: 'alone',
        eventType: 'other',
        memberId: 'nobody',
        state: 'processed',
      },
      ...{
        data: '{"member_info":{"member_id":"nobody"}}',
        factsAt: receivedAt,
        deliveryId: 1,
        receivedAt,
      },
    });
    expect(await erase('nobody')).toBeDefined();
    expect(await service.read(1, 'nobody')).toBeUndefined();
  });

  test('of one member that fails does not hold up the others', async () => {
    const deletedAt = addSeconds(loyalty.clock.now(), -31 * DAY_SECONDS);
    await store.db.update(members).set({ deletedAt }).where(eq(members.programId, program.id));
    const restore = await rejectRows(store.db, {
      before: 'update',
      table: 'loyalty_members',
      when: sql.raw(`old.id = ${subject.id} and new.erased_at is not null`),
    });
    await expect(work()).rejects.toThrow('could not be erased');
    await work();
    const left = await store.db
      .select({ memberId: members.memberId })
      .from(members)
      .where(and(eq(members.programId, program.id), isNull(members.erasedAt)));
    expect(left).toEqual([{ memberId: 'abc1' }]);
    await restore();
    loyalty.clock.advance(10);
    await work();
    expect(await store.db.$count(members, isNull(members.erasedAt))).toBe(NEIGHBORS.length + 1);
  });
});

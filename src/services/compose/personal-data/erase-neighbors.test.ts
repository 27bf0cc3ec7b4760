import { and, eq, isNull, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { removeMembers } from '#services/gateway/directory/remove-members.ts';
import { inboxEvents } from '#services/gateway/inbox/inbox-events-table.ts';
import { gatewayJobChunks } from '#services/gateway/jobs/jobs-table.ts';
import { members } from '#services/loyalty/members/members-table.ts';
import { addMembers } from '#services/loyalty/testing/program.ts';
import { deliveries } from '#services/loyalty/webhooks/deliveries-table.ts';
import { webhookTargets } from '#services/loyalty/webhooks/webhook-targets-table.ts';
import { auditEvents } from '#services/platform/audit/audit-events-table.ts';
import { addSeconds, DAY_SECONDS } from '#services/platform/clock.ts';
import type { Database } from '#services/platform/database/database.ts';
import { rejectRows } from '#services/platform/testing/reject-rows.ts';
import { silentLog } from '#services/platform/testing/silent-log.ts';
import { expectOthersUnchanged, expectRepeatable } from '#services/testing/database/aftermath.ts';
import {
  dumpDatabase,
  findTexts,
  hasText,
  restoreDatabase,
} from '#services/testing/database/dump.ts';
import { applyErasureList } from './erasure-list.ts';
import { findTeamSubject, type Subject } from './find-subject.ts';
import { queueErasure } from './queue-erasures.ts';
import { leaveEntries } from './testing/leave-entries.ts';
import {
  createIsOfSubject,
  describeAmongNeighbors,
  type MemberRow,
  NEIGHBORS,
  SUBJECT,
} from './testing/neighbors.ts';

const keysOf = ({ memberId, serviceId }: MemberRow) => ({ memberId, serviceId });

/** Started jobs whose totals don't agree with their rows. */
async function listWrongJobs(db: Database) {
  const { rows } = await db.execute(sql`
    select job.id, job.done - job.failed as stored, count(*) from gateway_jobs job
    join gateway_job_rows rows on rows.job_id = job.id and rows.state in ('done', 'skipped')
    where started_at is not null group by job.id having job.done - job.failed <> count(*)`);
  return rows;
}

describeAmongNeighbors('an erasure', (store, neighbors) => {
  test('changes the rows of the member, and no others', async () => {
    const receipt = await neighbors.erasures.erase('abc1');
    const isOfSubject = createIsOfSubject(neighbors.backup, neighbors.subject);
    expect(await expectOthersUnchanged(store.db, neighbors.backup, isOfSubject)).toEqual({
      // Three about the member, two that it did itself, two that name it, and the erasure's.
      audit_events: [7, 8],
      directory_members: [1, 0],
      erasures: [0, 1],
      gateway_job_chunks: [1, 1],
      gateway_job_rows: [3, 3],
      // One has a row less to do, one a row less to undo, and one had the member as a referrer.
      gateway_jobs: [3, 3],
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
    expect(await neighbors.erasures.service.findErasure(1, receipt ?? '')).toMatchObject({
      state: 'done',
      erased: { profile: 1, points: 1, sent_events: 2, directory: 1, inbox_events: 2, job_rows: 6 },
    });
    expect(await listWrongJobs(store.db)).toEqual([]);
    // Until the next crawl has ended, so that a response from before doesn't add the member again.
    expect(findTexts(await dumpDatabase(store.db), [neighbors.subject.serviceId])).toEqual({
      directory_removals: [neighbors.subject.serviceId],
    });
  });

  test('keeps the parts of others in what is shared, byte by byte', async () => {
    await neighbors.erasures.erase('abc1');
    const [part] = await store.db.select().from(gatewayJobChunks).orderBy(gatewayJobChunks.jobId);
    expect(part?.text).toBe(`\r\n\r\n\r\n\r\nAn\r\nSusan\r\n${'\r\n'.repeat(6)}`);
    const sent = await store.db
      .select({ eventIds: deliveries.eventIds })
      .from(deliveries)
      .innerJoin(webhookTargets, eq(webhookTargets.id, deliveries.targetId))
      .where(eq(webhookTargets.programId, neighbors.program.id));
    expect(sent.flatMap(({ eventIds }) => eventIds)).toHaveLength(2 * NEIGHBORS.length);
    const campaigns = await store.db
      .select({ changes: auditEvents.changes })
      .from(auditEvents)
      .where(
        and(
          eq(auditEvents.action, 'campaign.enter'),
          eq(auditEvents.partnerId, neighbors.program.partnerId),
        ),
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
    const { service, dependencies, work } = neighbors.erasures;
    await neighbors.erasures.erase('abc1');
    expect(await service.erase(1, 'abc1')).toBeUndefined();
    const repeated = await findTeamSubject(dependencies, 1, keysOf(neighbors.subject));
    await expectRepeatable(store.db, async () => {
      await queueErasure(dependencies, repeated as Subject, 1);
      await work();
    });
  });

  test('knows an earlier member with the same ID as another one', async () => {
    const { service, dependencies, loyalty, work } = neighbors.erasures;
    // The entries are those of the earlier member.
    const deletedAt = addSeconds(loyalty.clock.now(), 60);
    await store.db.update(members).set({ deletedAt }).where(eq(members.id, neighbors.subject.id));
    await removeMembers(store.db, 1, [
      { serviceId: neighbors.subject.serviceId, removedAt: deletedAt },
    ]);
    const added = { ...SUBJECT, referralCode: 'second', firstName: 'Second' };
    const rows = await addMembers(store.db, neighbors.program.id, [added]);
    const { id: programId, partnerId } = neighbors.program;
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
    const changed = await expectOthersUnchanged(
      store.db,
      before,
      createIsOfSubject(before, neighbors.subject),
    );
    expect(changed.inbox_events).toEqual([2, 0]);
    expect(await listWrongJobs(store.db)).toEqual([]);

    // A restored backup has the earlier member again, and the second one, too.
    await restoreDatabase(store.db, before);
    await applyErasureList({ ...dependencies, log: silentLog }, dependencies.dataDirectory);
    await work();
    expect((await service.read(1, 'abc1'))?.sections).toEqual(kept?.sections);
    const names = await store.db
      .select({ firstName: members.firstName })
      .from(members)
      .where(eq(members.programId, programId));
    expect(names.map(({ firstName }) => firstName)).toContain('Second');
  });

  test('of a member with a reused ID leaves the deletion of the earlier member to that member', async () => {
    const { erasures, program, subject } = neighbors;
    const deletedAt = erasures.loyalty.clock.now();
    await store.db.update(members).set({ deletedAt }).where(eq(members.id, subject.id));
    const deletion = {
      ...{ actorKind: 'user' as const, actorId: '5', actorName: 'Ana', action: 'member.delete' },
      ...{ subjectType: 'member', subjectId: 'abc1', subjectName: 'An Li' },
      ...{ partnerId: program.partnerId, at: addSeconds(deletedAt, 1) },
      changes: [{ field: 'member_id', before: 'abc1', after: null }],
    };
    // Before 0.3.0 the events had no `id`.
    await store.db
      .insert(auditEvents)
      .values([deletion, { ...deletion, subjectServiceId: subject.serviceId }]);
    const [second] = await addMembers(store.db, program.id, [
      { ...SUBJECT, referralCode: 'second' },
    ]);
    const before = await dumpDatabase(store.db);
    expect(await erasures.erase('abc1')).toBeDefined();
    const isOfSecond = (_table: string, row: object) => hasText(row, [second?.serviceId ?? '']);
    const changed = await expectOthersUnchanged(store.db, before, isOfSecond);
    expect(changed.loyalty_members).toEqual([1, 1]);

    erasures.loyalty.clock.advance(32 * DAY_SECONDS);
    await erasures.work();
    const deletions = await store.db
      .select({ name: auditEvents.subjectName, changes: auditEvents.changes })
      .from(auditEvents)
      .where(eq(auditEvents.action, 'member.delete'));
    const name = 'Erased member';
    const changes = [{ field: 'member_id', before: null, after: null }];
    expect(deletions).toEqual([
      { name, changes },
      { name, changes },
    ]);
  });

  test('finds a member that is known only by events, jobs and audit events', async () => {
    const { service } = neighbors.erasures;
    await store.db.execute(sql`delete from directory_members where member_id = 'abc1'`);
    await store.db.execute(
      sql`update loyalty_members set member_id = 'gone', service_id = 'gone' where id = ${neighbors.subject.id}`,
    );
    const before = await dumpDatabase(store.db);
    const kept = await service.read(1, 'abc1');
    expect(kept?.sections).toMatchObject({
      profile: [],
      inbox_events: [{}, {}],
      job_rows: [{}, {}, {}],
    });
    const receipt = await neighbors.erasures.erase('abc1');
    expect(await service.findErasure(1, receipt ?? '')).toMatchObject({
      state: 'done',
      erased: { inbox_events: 2 },
    });
    expect(await service.read(1, 'abc1')).toBeUndefined();
    const isOfSubject = createIsOfSubject(before, neighbors.subject);
    expect(await expectOthersUnchanged(store.db, before, isOfSubject)).toMatchObject({
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
    expect(await neighbors.erasures.erase('nobody')).toBeDefined();
    expect(await service.read(1, 'nobody')).toBeUndefined();

    // So is an audit event with both IDs, as another vendor's service leaves it.
    await store.db.insert(auditEvents).values({
      ...{ actorKind: 'user', actorId: '5', actorName: 'Ana', action: 'member.delete', teamId: 1 },
      ...{ subjectType: 'member', subjectId: 'audited', subjectServiceId: 'S-audited' },
      ...{ subjectName: 'Audrey', changes: [] },
    });
    expect((await service.read(1, 'audited'))?.sections.audit_events).toHaveLength(1);
    expect(await neighbors.erasures.erase('audited')).toBeDefined();
    expect(await service.read(1, 'audited')).toBeUndefined();
  });

  test('of one member that fails does not hold up the others', async () => {
    const { loyalty, work } = neighbors.erasures;
    const deletedAt = addSeconds(loyalty.clock.now(), -31 * DAY_SECONDS);
    await store.db
      .update(members)
      .set({ deletedAt })
      .where(eq(members.programId, neighbors.program.id));
    const restore = await rejectRows(store.db, {
      before: 'update',
      table: 'loyalty_members',
      when: sql.raw(`old.id = ${neighbors.subject.id} and new.erased_at is not null`),
    });
    await expect(work()).rejects.toThrow('could not be erased');
    await work();
    const left = await store.db
      .select({ memberId: members.memberId })
      .from(members)
      .where(and(eq(members.programId, neighbors.program.id), isNull(members.erasedAt)));
    expect(left).toEqual([{ memberId: 'abc1' }]);
    await restore();
    loyalty.clock.advance(10);
    await work();
    expect(await store.db.$count(members, isNull(members.erasedAt))).toBe(NEIGHBORS.length + 1);
  });
});

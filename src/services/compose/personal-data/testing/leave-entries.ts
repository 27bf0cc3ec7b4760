import { inboxDeliveries } from '#services/gateway/inbox/inbox-deliveries-table.ts';
import { inboxEvents } from '#services/gateway/inbox/inbox-events-table.ts';
import { inboxMemberFacts } from '#services/gateway/inbox/process/member-facts-table.ts';
import { inboxReplays } from '#services/gateway/inbox/replay/inbox-replays-table.ts';
import {
  gatewayJobChunks,
  gatewayJobRows,
  gatewayJobs,
} from '#services/gateway/jobs/jobs-table.ts';
import { envelope } from '#services/gateway/testing/sign-webhook.ts';
import type { members } from '#services/loyalty/members/members-table.ts';
import { pointTransactions } from '#services/loyalty/points/point-transactions-table.ts';
import { deliveries } from '#services/loyalty/webhooks/deliveries-table.ts';
import { outboundEvents } from '#services/loyalty/webhooks/outbound-events-table.ts';
import { webhookTargets } from '#services/loyalty/webhooks/webhook-targets-table.ts';
import { auditEvents } from '#services/platform/audit/audit-events-table.ts';
import type { Database } from '#services/platform/database/database.ts';
import { one } from '#services/platform/database/one.ts';

type MemberRow = typeof members.$inferSelect;

const AT = new Date('2026-01-31T11:00:00Z');

/**
 * Leaves entries about members in every table of a program and its team: each member has its own, with both
 * keys and with the operator's ID alone, and shares requests, exports and audit events with the next one.
 */
export async function leaveEntries(
  db: Database,
  { teamId, programId, partnerId }: { teamId: number; programId: number; partnerId: string },
  rows: readonly MemberRow[],
  at = AT,
): Promise<void> {
  const suffix = `${teamId}-${at.getTime()}`;
  const infoOf = ({ serviceId, memberId, firstName, emailAddress }: MemberRow) => ({
    id: serviceId,
    member_id: memberId,
    first_name: firstName,
    email_address: emailAddress,
  });
  const target = one(
    await db
      .insert(webhookTargets)
      .values({ programId, url: 'https://shop.example/hook', encryptedSecret: 'x' })
      .returning(),
  );
  const job = async (kind: 'change' | 'import' | 'export', state: 'done' | 'checked' = 'done') => {
    const count =
      kind === 'export' ? {} : { total: rows.length, done: state === 'done' ? rows.length : 0 };
    const counted = kind === 'change' ? { failed: rows.length } : {};
    const values = {
      teamId,
      kind,
      state,
      userId: '5',
      userName: 'Ana',
      createdAt: at,
      changedAt: at,
    };
    const startedAt = state === 'done' ? at : null;
    const referrer = { change: rows[0]?.memberId, export: rows[0]?.serviceId, import: undefined }[
      kind
    ];
    const summary = JSON.stringify({ filter: { referrer } });
    const inserted = await db
      .insert(gatewayJobs)
      .values({ ...values, ...count, ...counted, startedAt, summary, columns: ['first_name'] })
      .returning();
    return one(inserted).id;
  };
  const [change, imported, checked, exported] = [
    await job('change'),
    await job('import'),
    await job('import', 'checked'),
    await job('export'),
  ];
  await db.insert(gatewayJobChunks).values({
    jobId: exported,
    position: rows.length,
    serviceIds: rows.map(({ serviceId }) => serviceId),
    text: rows.map(({ firstName }) => `${firstName}\r\n`).join(''),
    columns: 1,
  });
  for (const [index, row] of rows.entries()) {
    const next = rows[(index + 1) % rows.length] as MemberRow;
    const { memberId, serviceId } = row;
    const name = `${suffix}-${memberId}`;
    const sent = [row, next].map((each, position) => ({
      id: `${name}-sent-${position}`,
      event_type: 'event_member_tierupgrade',
      data: { member_info: infoOf(each) },
    }));
    const time = new Date(at.getTime() + index);
    const outbound = await db
      .insert(outboundEvents)
      .values(
        sent.map(({ id, event_type, data }) => ({
          ...{ programId, eventId: id, eventType: event_type, data: data as never },
          ...{ createdAt: time, batchedAt: time },
        })),
      )
      .returning({ id: outboundEvents.id });
    await db.insert(deliveries).values({
      ...{ targetId: target.id, requestId: name, state: 'delivered', attempts: 1 },
      eventIds: outbound.map(({ id }) => id),
      ...{ nextAttemptAt: time, createdAt: time },
    });
    const received = [
      { eventId: `${name}-both`, info: infoOf(row) },
      { eventId: `${name}-alone`, info: { member_id: memberId, first_name: row.firstName } },
    ];
    const stored = await db
      .insert(inboxEvents)
      .values(
        received.map(({ eventId, info }) => ({
          ...{
            teamId,
            eventId,
            eventType: 'event_member_tierupgrade',
            memberId,
            state: 'processed' as const,
          },
          ...{
            data: JSON.stringify({ member_info: info }),
            factsAt: time,
            deliveryId: 1,
            receivedAt: time,
          },
        })),
      )
      .returning();
    const events = received.map(({ eventId, info }) => ({
      id: eventId,
      data: { member_info: info },
    }));
    const body = Buffer.from(envelope(events));
    const request = { teamId, receivedAt: time, body };
    await db.insert(inboxDeliveries).values([
      { ...request, verdict: 'accepted', eventIds: events.map(({ id }) => id) },
      { ...request, verdict: 'bad_signature', eventIds: [] },
    ]);
    await db
      .insert(inboxMemberFacts)
      .values({
        ...{ teamId, memberId, sequence: stored.at(-1)?.sequence ?? 0, factsAt: time },
        memberInfo: JSON.stringify(infoOf(row)),
      })
      .onConflictDoNothing();
    await db.insert(inboxReplays).values({
      ...{ teamId, memberId, startedAt: time, state: 'finished' as const },
      ...{ afterSequence: 0, lastSequence: 0, total: 0 },
    });
    const position = index + 1;
    const cells = JSON.stringify([row.firstName]);
    await db.insert(gatewayJobRows).values([
      { jobId: change, position, serviceId, memberId, state: 'failed', undo: '{}' },
      { jobId: imported, position, memberId, cells, outcome: 'create', state: 'done' },
      {
        jobId: checked,
        position,
        memberId,
        cells,
        outcome: 'update',
        state: 'pending',
        before: '{}',
      },
    ]);
    await db.insert(pointTransactions).values({
      ...{ memberId: row.id, kind: 'pending', points: 5, remaining: 0, occurredAt: time },
      reason: `For ${row.firstName}, not for ${next.memberId}`,
    } as never);
    const actor = {
      actorKind: 'user' as const,
      actorId: '5',
      actorName: 'Ana',
      at: time,
      partnerId,
    };
    const own = { subjectType: 'member', subjectId: memberId, subjectName: row.firstName };
    const changes = [{ field: 'first_name', before: null, after: row.firstName }];
    const other = {
      subjectType: 'webhook_replay',
      subjectId: name,
      subjectName: 'Replay of An Li',
    };
    await db.insert(auditEvents).values([
      { ...actor, ...own, subjectServiceId: serviceId, action: 'member.update', changes },
      { ...actor, ...own, action: 'member.update', changes },
      {
        ...{ ...actor, ...own, subjectServiceId: serviceId, action: 'member.create' },
        changes: [{ field: 'referrer', before: null, after: next.memberId }],
      },
      {
        ...{ ...actor, ...other, action: 'webhook_replay.start' },
        changes: [
          { field: 'memberId', before: null, after: memberId },
          { field: 'note', before: null, after: memberId },
        ],
      },
      {
        ...{ ...actor, ...other, action: 'campaign.enter' },
        changes: [{ field: 'member_ids', before: null, after: [memberId, next.memberId] }],
      },
    ]);
  }
}

import { isDeepStrictEqual } from 'node:util';
import { type Actor, currentContext, updateContext } from '#services/platform/context.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { type AuditChange, auditEvents } from './audit-events-table.ts';

const SYSTEM: Actor = { kind: 'system', id: 'patron', name: 'Patron' };

interface NewAuditEvent {
  /** The subject's type and a verb, such as `domain.create`. */
  action: `${string}.${string}`;
  subject: {
    type: string;
    id: string | number;
    name?: string | undefined;
    /** The ID of a member in the loyalty service. */
    serviceId?: string | null | undefined;
  };
  changes?: AuditChange[];
  /** Default: the team of the request. */
  teamId?: number | undefined;
  /** The loyalty program, for changes in the loyalty service. */
  partnerId?: string;
  /** The user whose security the event is about. */
  userId?: number;
  /** Default: the caller of the request, the running command, or Patron itself. */
  actor?: Actor;
}

/** Writes an event in the transaction of the change it describes (decisions.md, 47). */
export async function recordAudit(tx: Queries, event: NewAuditEvent): Promise<void> {
  await tx.insert(auditEvents).values(toAuditRow(event));
}

/** Records what differs between two states of something, if anything does. Leave secrets out of both. */
export async function recordChanges(
  tx: Queries,
  event: Omit<NewAuditEvent, 'changes'>,
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): Promise<void> {
  const changes = changesBetween(before, after);
  if (changes.length > 0) await recordAudit(tx, { ...event, changes });
}

/** The row of an event of the current request. Insert it in the transaction of the change. */
export function toAuditRow({
  action,
  subject,
  changes = [],
  teamId,
  partnerId,
  userId,
  actor,
}: NewAuditEvent): typeof auditEvents.$inferInsert {
  const context = currentContext();
  updateContext({ hasRecorded: true });
  const { kind, id, name } = actor ?? context.actor ?? SYSTEM;
  return {
    actorKind: kind,
    actorId: id,
    actorName: name,
    action,
    subjectType: subject.type,
    subjectId: String(subject.id),
    subjectName: subject.name ?? String(subject.id),
    subjectServiceId: subject.serviceId ?? null,
    changes,
    requestId: context.requestId ?? null,
    ip: context.ip ?? null,
    userAgent: userId === undefined ? null : (context.userAgent ?? null),
    teamId: teamId ?? context.teamId ?? null,
    partnerId: partnerId ?? null,
    userId: userId ?? null,
  };
}

/** The differences between two states of something. Leave secrets out of both. */
export function changesBetween<State extends object>(
  before: Partial<State>,
  after: Partial<State>,
): AuditChange[] {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])] as (keyof State)[];
  return fields.flatMap((field) => {
    const change = {
      field: String(field),
      before: before[field] ?? null,
      after: after[field] ?? null,
    };
    return isDeepStrictEqual(toJson(change.before), toJson(change.after)) ? [] : [change];
  });
}

/** Dates are stored as text. */
function toJson(value: unknown): unknown {
  return value instanceof Date ? value.toISOString() : value;
}

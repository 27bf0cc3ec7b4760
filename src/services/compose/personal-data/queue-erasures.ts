import { createHash, randomUUID } from 'node:crypto';
import { and, isNotNull, lt, notExists, sql } from 'drizzle-orm';
import type { Erasure } from '#contract/gateway/personal-data.ts';
import { members } from '#services/loyalty/members/members-table.ts';
import { listMembersWithData } from '#services/loyalty/personal-data/members-data.ts';
import { recordAudit } from '#services/platform/audit/record-audit.ts';
import { addSeconds, type Clock, DAY_SECONDS } from '#services/platform/clock.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { type ErasureRow, erasures } from '#services/platform/personal-data/erasures-table.ts';
import { digestMember } from '#services/platform/personal-data/member-digests.ts';
import type { Encryption } from '#services/platform/secrets/encryption.ts';
import { findOwnSubject, findProgram, type Subject } from './find-subject.ts';

export interface QueueDependencies {
  db: Queries;
  clock: Clock;
  encryption: Encryption;
}

/** Members that are queued and erased together: what looks through whole tables is done once for all of them. */
export const ERASED_TOGETHER = 100;

export function toErasureDocument(row: ErasureRow): Erasure {
  return {
    receipt: row.receipt,
    state: row.erasedAt === null ? 'running' : 'done',
    requested_at: row.requestedAt.toISOString(),
    erased_at: row.erasedAt?.toISOString() ?? null,
    erased: row.erased,
    remaining: row.remaining,
    mentions: row.mentions,
  };
}

const digestOf = (serviceId: string) => createHash('sha256').update(serviceId).digest('hex');

/** Queues an erasure, with its audit event. A second request for the same member returns the first one. */
export async function queueErasure(
  { db, clock, encryption }: QueueDependencies,
  found: Subject,
  teamId: number | null,
): Promise<ErasureRow> {
  const receipt = randomUUID();
  const subject = { ...found, pseudonym: `erased-${receipt}` };
  const { serviceId, memberId, partnerId, teamIds } = subject;
  return db.transaction(async (tx) => {
    const keys = serviceId === null ? { memberId, serviceId, teamIds } : { serviceId };
    const [running] = await tx
      .select()
      .from(erasures)
      .where(
        and(
          isNotNull(erasures.nextAttemptAt),
          sql`${erasures.subject} @> ${JSON.stringify(keys)}::jsonb`,
        ),
      );
    if (running) return running;
    const now = clock.now();
    const digests = serviceId === null ? [] : [digestOf(serviceId)];
    const { ofServiceId, ofMemberId } = digestMember(
      encryption,
      await findProgram(tx, subject),
      subject,
    );
    const memberDigests = [...ofServiceId.slice(0, 1), ...ofMemberId.slice(0, 1)];
    const [row] = await tx
      .insert(erasures)
      .values({
        ...{ receipt, teamId, subject, digests, memberDigests },
        ...{ requestedAt: now, nextAttemptAt: now },
      })
      .returning();
    await recordAudit(tx, {
      action: 'personal_data.erase',
      subject: { type: 'member', id: memberId, serviceId },
      changes: [{ field: 'receipt', after: receipt }],
      ...(teamId === null ? {} : { teamId }),
      ...(partnerId === null ? {} : { partnerId }),
    });
    return row as ErasureRow;
  });
}

/**
 * Queues members that were deleted long enough ago.
 * @returns whether there were any
 */
export async function queueDeletedMembers(
  dependencies: QueueDependencies,
  deletedMemberDays: number,
): Promise<boolean> {
  const { db, clock } = dependencies;
  const before = addSeconds(clock.now(), -deletedMemberDays * DAY_SECONDS);
  const isQueued = db
    .select({ id: erasures.id })
    .from(erasures)
    .where(
      and(
        isNotNull(erasures.nextAttemptAt),
        sql`${erasures.subject} ->> 'serviceId' = ${members.serviceId}`,
      ),
    );
  const rows = await listMembersWithData(
    db,
    and(lt(members.deletedAt, before), notExists(isQueued)),
    ERASED_TOGETHER,
  );
  for (const row of rows) {
    await queueErasure(dependencies, await findOwnSubject(dependencies, row), null);
  }
  return rows.length > 0;
}

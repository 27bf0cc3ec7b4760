import { sql } from 'drizzle-orm';
import { memberCounters } from '#services/loyalty/tables/member-counters-table.ts';
import type { MemberStatus } from '#services/loyalty/tables/members-table.ts';
import type { Queries } from '#services/platform/database/database.ts';

/**
 * Moves one member between the counters of a program, in the transaction that moves the member.
 * @param from undefined for a new member.
 * @param to undefined for a deleted one.
 */
export async function moveBetweenCounters(
  tx: Queries,
  programId: number,
  { from, to }: { from?: MemberStatus; to?: MemberStatus },
): Promise<void> {
  if (from === to) return;
  const steps = [
    { status: from, step: -1 },
    { status: to, step: 1 },
  ].flatMap(({ status, step }) => (status === undefined ? [] : [{ status, step }]));
  // Always in the same order, so that two moves at once never wait for each other.
  for (const { status, step } of steps.sort((a, b) => (a.status < b.status ? -1 : 1))) {
    await tx
      .insert(memberCounters)
      .values({ programId, status, total: step })
      .onConflictDoUpdate({
        target: [memberCounters.programId, memberCounters.status],
        set: { total: sql`${memberCounters.total} + ${step}` },
      });
  }
}

import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import { webhookTargets } from '#services/loyalty/webhooks/webhook-targets-table.ts';
import type { Queries } from '#services/platform/database/database.ts';

interface AttemptEnd {
  targetId: number;
  result: { status: number | null };
  endedAt: Date;
  /** Since when the target was failing as the attempt started; null if it wasn't. */
  failingSince: Date | null;
}

/** The columns of a target that doesn't fail. */
export const HEALTHY = {
  failingSince: null,
  failureEmails: 0,
  failureEmailedAt: null,
  isPausedByFailures: false,
} as const;

const isSuccess = ({ result }: Pick<AttemptEnd, 'result'>) => result.status === 200;

/**
 * Stores since when targets fail. A success counts whenever its attempt started: another one may have failed since
 * then. Most ends change nothing.
 */
export async function updateHealth(db: Queries, ends: readonly AttemptEnd[]): Promise<void> {
  const { id, failingSince } = webhookTargets;
  const succeeded = new Set(ends.filter(isSuccess).map(({ targetId }) => targetId));
  if (succeeded.size > 0) {
    await db
      .update(webhookTargets)
      .set(HEALTHY)
      .where(and(inArray(id, [...succeeded]), isNotNull(failingSince)));
  }
  const byTarget = Map.groupBy(ends, ({ targetId }) => targetId);
  for (const [targetId, ofTarget] of byTarget) {
    const inOrder = ofTarget.toSorted((a, b) => a.endedAt.getTime() - b.endedAt.getTime());
    const [first] = inOrder.slice(inOrder.findLastIndex(isSuccess) + 1);
    if (!first || (first.failingSince !== null && !succeeded.has(targetId))) continue;
    await db
      .update(webhookTargets)
      .set({ failingSince: first.endedAt })
      .where(and(eq(id, targetId), isNull(failingSince)));
  }
}

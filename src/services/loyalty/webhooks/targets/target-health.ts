import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { webhookTargets } from '#services/loyalty/webhooks/webhook-targets-table.ts';
import type { Queries } from '#services/platform/database/database.ts';

interface AttemptEnd {
  targetId: number;
  result: { status: number | null };
  endedAt: Date;
  /** Of the target, when the attempt started. */
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

/** Whether it is the first failure after a success, or the first success after a failure. */
export const isHealthChange = (end: Pick<AttemptEnd, 'result' | 'failingSince'>): boolean =>
  isSuccess(end) !== (end.failingSince === null);

/** Stores since when a target fails. Most attempts change nothing, and don't write. */
export async function updateHealth(
  db: Queries,
  end: Pick<AttemptEnd, 'result' | 'targetId' | 'endedAt'>,
): Promise<void> {
  const { id, failingSince } = webhookTargets;
  const isTarget = eq(id, end.targetId);
  await (isSuccess(end)
    ? db
        .update(webhookTargets)
        .set(HEALTHY)
        .where(and(isTarget, isNotNull(failingSince)))
    : db
        .update(webhookTargets)
        .set({ failingSince: end.endedAt })
        .where(and(isTarget, isNull(failingSince))));
}

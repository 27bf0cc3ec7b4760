import { and, eq } from 'drizzle-orm';
import type { Program } from '#services/loyalty/programs/programs-table.ts';
import { webhookTargets } from '#services/loyalty/webhooks/webhook-targets-table.ts';
import { changesBetween, recordAudit } from '#services/platform/audit/record-audit.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { lockForUpdate } from '#services/platform/database/lock-for-update.ts';
import { one } from '#services/platform/database/one.ts';
import { OperatorError } from '#services/platform/operator-error.ts';

export type ProgramKey = Pick<Program, 'id' | 'partnerId'>;

/** @throws {OperatorError} if there is no such webhook */
export async function lockTarget(tx: Queries, program: ProgramKey, id: number) {
  const isTarget = and(eq(webhookTargets.programId, program.id), eq(webhookTargets.id, id));
  const rows = await lockForUpdate(tx.select().from(webhookTargets).where(isTarget));
  if (rows.length === 0) throw new OperatorError(`The program has no webhook ${id}`);
  return one(rows);
}

/** Records that something happened to a webhook, with what it led to. */
export function record(
  tx: Queries,
  { partnerId }: ProgramKey,
  { id, url }: { id: number; url: string },
  verb: 'create' | 'delete' | 'rotate_secret' | 'switch_secret' | 'retry' | 'resend' | 'test',
  after: object,
): Promise<void> {
  return recordAudit(tx, {
    action: `webhook.${verb}`,
    subject: { type: 'webhook', id, name: url },
    changes: changesBetween({}, after),
    partnerId,
  });
}

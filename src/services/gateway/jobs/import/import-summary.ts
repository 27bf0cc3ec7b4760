import { eq } from 'drizzle-orm';
import type { Job } from '#contract/gateway/job.ts';
import { gatewayJobs } from '#services/gateway/jobs/jobs-table.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { lockForUpdate } from '#services/platform/database/lock-for-update.ts';
import { one } from '#services/platform/database/one.ts';
import type { RowCells } from './import-layout.ts';
import { isImported, type RowPlan } from './import-rows.ts';

export interface ImportSummary {
  create: number;
  update: number;
  same: number;
  invalid: number;
  ignored_columns: string[];
  points?: Job['summary']['points'];
  consent?: Job['summary']['consent'];
  warnings?: Job['summary']['warnings'];
  dates?: Job['summary']['dates'];
  date_columns?: Job['summary']['date_columns'];
  tags?: Job['summary']['tags'];
  written?: Job['summary']['written'];
}

/** Adds checked rows to the counts of a check. */
export function addUp(summary: ImportSummary, checked: readonly RowPlan[]): ImportSummary {
  const counts = { ...summary };
  const points = { members: 0, added: 0, deducted: 0, ...summary.points };
  const consent = { subscribed: 0, unsubscribed: 0, unknown: 0, ...summary.consent };
  for (const { outcome, cells, adjustment } of checked) {
    counts[outcome] += 1;
    if (outcome === 'create') consent[consentOf(cells)] += 1;
    if (isImported({ outcome })) addPoints(points, adjustment?.points);
  }
  return {
    ...counts,
    ...(points.members === 0 ? {} : { points }),
    ...(counts.create === 0 ? {} : { consent }),
  };
}

/** What a row says of a new member. */
function consentOf(cells: RowCells): 'subscribed' | 'unsubscribed' | 'unknown' {
  const status = cells.get('email_subscription_status');
  return status === undefined ? 'unknown' : (status as 'subscribed' | 'unsubscribed');
}

function addPoints(
  sum: NonNullable<Job['summary']['points']>,
  points: number | undefined = 0,
): void {
  if (points !== 0) sum.members += 1;
  if (points > 0) sum.added += points;
  else sum.deducted -= points;
}

/** Adds rows that were written to what the import has done. */
export async function addWritten(
  tx: Queries,
  jobId: number,
  rows: readonly { outcome: string | null; points: number | undefined }[],
): Promise<void> {
  if (rows.length === 0) return;
  const query = tx
    .select({ summary: gatewayJobs.summary })
    .from(gatewayJobs)
    .where(eq(gatewayJobs.id, jobId));
  const summary = JSON.parse(one(await lockForUpdate(query)).summary) as ImportSummary;
  const { create = 0, update = 0, points: earlier } = summary.written ?? {};
  const counts = { create, update };
  const points = { members: 0, added: 0, deducted: 0, ...earlier };
  for (const row of rows) {
    if (row.outcome === 'create' || row.outcome === 'update') counts[row.outcome] += 1;
    addPoints(points, row.points);
  }
  const written = { ...counts, ...(points.members === 0 ? {} : { points }) };
  await tx
    .update(gatewayJobs)
    .set({ summary: JSON.stringify({ ...summary, written }) })
    .where(eq(gatewayJobs.id, jobId));
}

import { formatChange, formatNumber } from '#console/lib/format/format-number.ts';
import type { Job } from '#contract/gateway/job.ts';
import type { Adjustment } from '#contract/points/adjustment.ts';

const KIND_LABELS: Readonly<Record<string, string>> = {
  export: 'Export members',
  change: 'Change members',
  delete: 'Delete members',
  import: 'Import members',
};

/** "Export members". */
export function jobKindLabel(kind: string): string {
  return KIND_LABELS[kind] ?? kind;
}

/** What a job does: "Add tags: vip", "Undo “Add tags: vip”", "Export members". */
export function jobName({ kind, summary }: Pick<Job, 'kind' | 'summary'>): string {
  const change =
    kind === 'change' ? (summary.change as Record<string, unknown> | undefined) : undefined;
  const parts = change
    ? Object.entries(change).map(([name, value]) => changeLabel(name, value))
    : [];
  // Only the points of an import can be undone.
  if (kind === 'change' && !change) return 'Undo the points of an import';
  const name = parts.length > 0 ? parts.join(', ') : jobKindLabel(kind);
  return summary.undo_of === undefined ? name : `Undo “${name}”`;
}

export function changeLabel(name: string, value: unknown): string {
  const tags = Array.isArray(value) ? value.join(', ') : '';
  if (name === 'add_tags') return `Add tags: ${tags}`;
  if (name === 'remove_tags') return `Remove tags: ${tags}`;
  if (name === 'status') return `Change status to ${formatStatus(value)}`;
  if (name === 'subscription') return `Change email subscription to ${String(value)}`;
  if (name === 'tier_id') return 'Change tier';
  if (name === 'points') return `Adjust points by ${formatPoints(value)}`;
  return `Set ${formatAttributes(value)}`;
}

/** "shoe_size to 42". */
function formatAttributes(value: unknown): string {
  return Object.entries((value ?? {}) as Record<string, unknown>)
    .map(([key, set]) => `${key} to ${cut([set].flat().join(', '))}`)
    .join(', ');
}

const VALUE_MAX = 40;
const cut = (text: string) => (text.length > VALUE_MAX ? `${text.slice(0, VALUE_MAX - 1)}…` : text);

const formatPoints = (value: unknown) => formatChange((value as Adjustment).points);

export const formatStatus = (status: unknown) => String(status).replaceAll('_', ' ');

/** Why points are adjusted, as it was typed. */
export function changeReason({ summary }: Pick<Job, 'summary'>): string | undefined {
  const { points } = (summary.change ?? {}) as { points?: Partial<Adjustment> };
  return points?.reason;
}

const STATE_LABELS: Readonly<Record<string, string>> = {
  checking: 'Checking the file',
  checked: 'Not imported yet',
  queued: 'Waiting',
  running: 'Running',
  done: 'Done',
  cancelled: 'Stopped',
  failed: 'Failed',
};

/** "Done, 517 skipped, 3 failed". */
export function formatJobState(job: Job): string {
  const { state, kind, started_at: startedAt, failed } = job;
  const isDiscarded = kind === 'import' && state === 'cancelled' && startedAt === null;
  const skipped = skippedCount(job);
  return [
    isDiscarded ? 'Discarded' : (STATE_LABELS[state] ?? state),
    ...(skipped > 0 ? [`${formatNumber(skipped)} skipped`] : []),
    ...(failed > 0 ? [`${formatNumber(failed)} failed`] : []),
  ].join(', ');
}

/** Skipped rows of a job that ran; the check of an import leaves out others. */
export function skippedCount({ skipped, summary: { same = 0, invalid = 0 } }: Job): number {
  return Math.max(0, (skipped ?? 0) - same - invalid);
}

/** "1,200 of 5,000". */
export function formatProgress({ done, total }: Pick<Job, 'done' | 'total'>): string {
  return `${formatNumber(done)} of ${formatNumber(total)}`;
}

/** Whether a retry has anything to do. */
export function canRetry({ state, failed, started_at, kind, undone_by }: Job): boolean {
  const isUnfinished = state === 'cancelled' || state === 'failed';
  const hasFailedRows = state === 'done' && failed > 0;
  const wasStarted = kind !== 'import' || started_at !== null;
  return (isUnfinished || hasFailedRows) && wasStarted && undone_by === null;
}

/** Whether a job has changed members, who can get back what it replaced; of an import, the points. */
export function canUndo(job: Job): boolean {
  if (job.undoable !== undefined) return job.undoable;
  // Before version 0.3, whose process may still run during an upgrade.
  const { state, kind, done, failed, summary, undone_by } = job;
  const hasEnded = ['done', 'cancelled', 'failed'].includes(state);
  const isUndo = summary.undo_of !== undefined;
  const isUndoable = kind === 'change' || (kind === 'import' && summary.points !== undefined);
  return isUndoable && hasEnded && done > failed && !isUndo && undone_by === null;
}

/** Whether there is a file with the results. */
export function hasResults({ kind, state }: Job): boolean {
  return kind === 'export' ? state === 'done' : state !== 'checking' && state !== 'queued';
}

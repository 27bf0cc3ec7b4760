import { formatCount, formatNumber } from '#console/lib/format/format-number.ts';
import type { Job } from '#contract/gateway/job.ts';

/** Rows of the file, by what the check or the import made of them. */
export const ROW_FILTERS = ['invalid', 'failed', 'create', 'update', 'same'] as const;
export type RowFilter = (typeof ROW_FILTERS)[number];

export interface ImportCounts {
  readonly create: number;
  readonly update: number;
  readonly same: number;
  readonly invalid: number;
}

/** What the check found. */
export function importCounts({ summary }: Pick<Job, 'summary'>): ImportCounts {
  const { create = 0, update = 0, same = 0, invalid = 0 } = summary;
  return { create, update, same, invalid };
}

/** Whether the file doesn't show if the day or the month comes first in its dates. */
export function asksForDates({ state, summary }: Pick<Job, 'state' | 'summary'>): boolean {
  return state === 'checked' && summary.dates === 'unknown';
}

/** What the check found; once the import has started, what it has written. */
export function shownCounts(
  job: Pick<Job, 'summary' | 'started_at' | 'done' | 'failed'>,
): { readonly label: string; readonly value: number }[] {
  const { summary } = job;
  const { same, invalid, ...planned } = importCounts(job);
  const none = { create: 0, update: 0, points: undefined };
  // Jobs of before have not counted it.
  const isUncounted = summary.written === undefined && job.done > job.failed;
  const { create, update, points } = !wasStarted(job)
    ? { ...planned, points: summary.points }
    : (summary.written ?? none);
  const [added, deducted] = wasStarted(job)
    ? ['Points added', 'Points deducted']
    : ['Points to add', 'Points to deduct'];
  const counts = [
    { label: 'New members', value: create },
    { label: 'Updates', value: update },
  ];
  return [
    ...(wasStarted(job) && isUncounted ? [] : counts),
    { label: 'Unchanged', value: same },
    { label: 'Invalid', value: invalid },
    ...(points && points.added > 0 ? [{ label: added, value: points.added }] : []),
    ...(points && points.deducted > 0 ? [{ label: deducted, value: points.deducted }] : []),
  ];
}

function wasStarted({ started_at: startedAt }: Pick<Job, 'started_at'>): boolean {
  return startedAt !== null;
}

/** What happens, or what has become of it. */
export function describeImport(job: Job): string {
  const imported = job.done - job.failed;
  const open = job.total - job.done;
  switch (job.state) {
    case 'checking':
      return `Checking ${formatCount(job.total, 'row')}`;
    case 'checked':
      return asksForDates(job)
        ? 'The dates of this file can be read in two ways. Nothing has changed yet.'
        : 'The file is checked. Nothing has changed yet.';
    case 'queued':
      return 'Waiting for another job on this team to finish';
    case 'running':
      return `Importing ${formatCount(job.total, 'member')}`;
    case 'cancelled':
      if (!wasStarted(job)) return 'Discarded. Nothing was imported.';
      return `Stopped: ${formatNumber(imported)} imported, ${formatNumber(open)} to go.`;
    case 'done':
      return job.failed === 0
        ? `${formatCount(imported, 'member')} imported.`
        : `${formatCount(imported, 'member')} imported, ${formatNumber(job.failed)} failed.`;
    case 'failed':
      return 'The import failed.';
    default:
      return job.state;
  }
}

/** The rows to show if the user has chosen none: what went wrong, then what will happen. */
export function defaultRows(job: Job): RowFilter {
  if (job.failed > 0) return 'failed';
  const { invalid, create, update, same } = importCounts(job);
  if (invalid > 0) return 'invalid';
  if (create > 0) return 'create';
  if (update > 0) return 'update';
  return same > 0 ? 'same' : 'create';
}

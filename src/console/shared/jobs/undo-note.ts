import type { Job } from '#contract/gateway/job.ts';

/** What an undo restores, and what stays. */
export function undoNote({ kind }: Pick<Job, 'kind'>): string {
  return kind === 'import'
    ? 'Each member gets the opposite entry of the points that this import added or deducted. Everything else that was imported stays.'
    : 'Each member gets back what this job changed. Values that someone has changed since then stay as they are.';
}

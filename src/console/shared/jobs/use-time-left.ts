import { useState } from 'react';
import { formatCount } from '#console/lib/format/format-number.ts';
import type { Job } from '#contract/gateway/job.ts';

/**
 * "About 3 minutes left", by the rate since the page was opened.
 *
 * @param at when the job was loaded, in ms since 1970
 */
export function useTimeLeft({ state, done, total }: Job, at: number): string | undefined {
  const [first, setFirst] = useState<ProgressPoint & { readonly state: string }>();
  if (first?.state !== state || done < first.done) setFirst({ state, done, at });
  const isMoving = state === 'checking' || state === 'running';
  return first && isMoving ? formatTimeLeft(total, first, { done, at }) : undefined;
}

/** How far a job was at a time, in ms. */
export interface ProgressPoint {
  readonly done: number;
  readonly at: number;
}

/** The time left at the rate between two points; undefined until there is one. */
export function formatTimeLeft(
  total: number,
  first: ProgressPoint,
  last: ProgressPoint,
): string | undefined {
  const done = last.done - first.done;
  if (done <= 0 || last.done >= total) return undefined;
  const minutes = ((last.at - first.at) / done) * ((total - last.done) / 60_000);
  if (minutes < 1) return 'Less than a minute left';
  if (minutes < 90) return `About ${formatCount(Math.round(minutes), 'minute')} left`;
  return `About ${formatCount(Math.round(minutes / 60), 'hour')} left`;
}

import type { ReactNode } from 'react';
import { formatCount, formatNumber } from '#console/lib/format/format-number.ts';
import { canRetry, skippedCount } from '#console/shared/jobs/job-labels.ts';
import { isActive } from '#console/shared/jobs/job-query.ts';
import { changedCount } from '#console/shared/jobs/job-sentence.ts';
import type { MembersFilter } from '#console/shared/loyalty/filter/members-filter.ts';
import { describeFilters } from '#console/shared/members/filter-labels.ts';
import type { Job } from '#contract/gateway/job.ts';
import styles from './job-page.module.css';

interface JobSummaryProps {
  readonly job: Job;
  /** The names of tiers by ID, for the filter. */
  readonly tierNames: ReadonlyMap<string, string>;
  /** What it is doing, or how it ended. */
  readonly state: ReactNode;
}

export function JobSummary({ job, tierNames, state }: JobSummaryProps) {
  const { filter, same = 0, invalid = 0 } = job.summary;
  const skipped = skippedCount(job);
  const isCounted = job.kind !== 'export' && (job.kind !== 'import' || job.started_at !== null);
  const isStopped = ['cancelled', 'failed'].includes(job.state) && job.total > job.done;
  const reasons = [
    ...(job.reasons ?? []),
    ...(same > 0 ? [{ reason: 'Unchanged in the file', result: 'skipped', count: same }] : []),
    ...(invalid > 0 ? [{ reason: 'Invalid in the file', result: 'skipped', count: invalid }] : []),
  ];
  return (
    <div className={styles.summary}>
      <div>{state}</div>
      {isCounted && (
        <dl className={styles.counts}>
          <Count label={job.kind === 'delete' ? 'Deleted' : 'Changed'} value={changedCount(job)} />
          {skipped > 0 && <Count label="Skipped" value={skipped} />}
          {job.failed > 0 && <Count label="Failed" value={job.failed} />}
          {isActive(job) && <Count label="To go" value={job.total - job.done} />}
          {isStopped && <Count label="Not reached" value={job.total - job.done} />}
        </dl>
      )}
      {reasons.length > 0 && (
        <ul className={styles.reasons} aria-label="Reasons">
          {reasons.map(({ reason, result, count }) => (
            <li key={`${result} ${reason}`}>
              {`${formatNumber(count)} ${result === 'failed' ? 'failed' : 'skipped'}: ${reason}`}
            </li>
          ))}
        </ul>
      )}
      {job.failed > 0 && canRetry(job) && (
        <p>{`${formatCount(job.failed, 'failed row')} can be retried. Skipped rows have nothing to do.`}</p>
      )}
      {filter && (
        <p className={styles.detail}>
          {describeFilters(filter as MembersFilter, tierNames).join(' · ')}
        </p>
      )}
    </div>
  );
}

function Count({ label, value }: { readonly label: string; readonly value: number }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{formatNumber(value)}</dd>
    </div>
  );
}

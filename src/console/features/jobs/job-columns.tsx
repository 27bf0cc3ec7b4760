import { formatCount } from '#console/lib/format/format-number.ts';
import { formatJobState, formatProgress, jobName } from '#console/shared/jobs/job-labels.ts';
import { useTimeLeft } from '#console/shared/jobs/use-time-left.ts';
import { describeJobFilter } from '#console/shared/members/filter-labels.ts';
import { Breakable } from '#console/ui/data/breakable.tsx';
import { RelativeTime } from '#console/ui/data/relative-time.tsx';
import { ProgressBar } from '#console/ui/feedback/progress-bar.tsx';
import { StatusDot, type StatusTone } from '#console/ui/status-dot.tsx';
import type { Column } from '#console/ui/table/data-table-column.ts';
import type { Job } from '#contract/gateway/job.ts';
import { JobActions } from './job-actions.tsx';
import styles from './job-columns.module.css';

const TONES: Readonly<Record<string, StatusTone>> = {
  failed: 'broken',
  checked: 'soon',
  cancelled: 'off',
};

/**
 * @param jobs the jobs of the page by id, for the state of those that undo another
 * @param updatedAt when the jobs were loaded, in ms since 1970
 * @param tierNames by the id of the tier, for the filters of jobs
 */
export function jobColumns(
  jobs: ReadonlyMap<string, Job>,
  updatedAt: number,
  tierNames: ReadonlyMap<string, string>,
): readonly Column<Job>[] {
  return [
    {
      id: 'name',
      header: 'Job',
      cell: (job) => (
        <>
          {jobName(job)}
          {job.kind === 'import' && job.file_name !== null && (
            <span className={styles.detail}>
              <Breakable text={job.file_name} />
            </span>
          )}
          {job.summary.filter && (
            <span className={styles.detail}>
              {describeJobFilter(job.summary.filter, tierNames).join(' · ')}
            </span>
          )}
        </>
      ),
    },
    {
      id: 'progress',
      header: 'Progress',
      width: '16%',
      cell: (job) => <Progress {...{ job, updatedAt }} />,
      card: 'fact',
    },
    {
      id: 'state',
      header: 'Status',
      width: '13%',
      cell: (job) => (
        <>
          <StatusDot tone={job.failed > 0 ? 'broken' : (TONES[job.state] ?? 'normal')}>
            {isDiscarded(job) ? 'Discarded' : formatJobState(job)}
          </StatusDot>
          {job.summary.invalid !== undefined && job.summary.invalid > 0 && (
            <span className={styles.detail}>{formatCount(job.summary.invalid, 'invalid row')}</span>
          )}
          {job.undone_by !== null && (
            <span className={styles.detail}>{undoLabel(jobs.get(job.undone_by))}</span>
          )}
          {job.error !== null && <span className={styles.detail}>{job.error}</span>}
        </>
      ),
      card: 'status',
    },
    {
      id: 'user',
      header: 'Started by',
      width: '12%',
      cell: ({ created_by: user }) => user.name,
      hideBelow: 'medium',
    },
    {
      id: 'created',
      header: 'Created',
      width: '110px',
      cell: ({ created_at: at }) => <RelativeTime at={at} />,
      hideBelow: 'narrow',
      card: 'detail',
    },
    {
      id: 'actions',
      header: 'Actions',
      width: '308px',
      align: 'end',
      cell: (job) => <JobActions job={job} />,
      card: 'footer',
    },
  ];
}

/** @param undo the job that undoes another, if it is on the page */
function undoLabel(undo: Job | undefined): string {
  if (undo?.state === 'done') return undo.failed > 0 ? 'Partly undone' : 'Undone';
  return undo?.state === 'cancelled' || undo?.state === 'failed' ? 'Undo stopped' : 'Undo started';
}

/** Nothing ran that could be stopped. */
const isDiscarded = ({ kind, state, started_at: startedAt }: Job) =>
  kind === 'import' && state === 'cancelled' && startedAt === null;

interface ProgressProps {
  readonly job: Job;
  readonly updatedAt: number;
}

function Progress({ job, updatedAt }: ProgressProps) {
  const timeLeft = useTimeLeft(job, updatedAt);
  return (
    <span className={styles.progress}>
      <ProgressBar label={jobName(job)} value={job.progress} />
      <span className={styles.count}>
        {formatProgress(job)}
        {timeLeft !== undefined && <span className={styles.timeLeft}>{timeLeft}</span>}
      </span>
    </span>
  );
}

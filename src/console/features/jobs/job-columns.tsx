import { Download, type LucideIcon, SlidersHorizontal, Trash2, Upload } from 'lucide-react';
import { formatCount } from '#console/lib/format/format-number.ts';
import {
  changeReason,
  formatJobState,
  formatProgress,
  jobName,
} from '#console/shared/jobs/job-labels.ts';
import { isActive } from '#console/shared/jobs/job-query.ts';
import { jobSentence } from '#console/shared/jobs/job-sentence.ts';
import { StartCountdown, startsLater } from '#console/shared/jobs/start-countdown.tsx';
import { useTimeLeft } from '#console/shared/jobs/use-time-left.ts';
import type { MembersFilter } from '#console/shared/loyalty/filter/members-filter.ts';
import { describeFilters } from '#console/shared/members/filter-labels.ts';
import { Breakable } from '#console/ui/data/breakable.tsx';
import { RelativeTime } from '#console/ui/data/relative-time.tsx';
import { ProgressBar } from '#console/ui/feedback/progress-bar.tsx';
import { StatusDot, type StatusTone } from '#console/ui/status-dot.tsx';
import type { Column } from '#console/ui/table/data-table-column.ts';
import type { Job } from '#contract/gateway/job.ts';
import styles from './job-columns.module.css';

const ICONS: Readonly<Record<string, LucideIcon>> = {
  export: Download,
  import: Upload,
  delete: Trash2,
};

const GROUPS = ['Running', 'Needs you', 'Finished'] as const;

/** The heading that a job is listed under. */
export function jobGroup(job: Job): (typeof GROUPS)[number] {
  if (isActive(job)) return 'Running';
  return job.state === 'checked' || job.state === 'failed' || job.failed > 0
    ? 'Needs you'
    : 'Finished';
}

/** The jobs in the order of their groups, and otherwise as given. */
export function byGroup(jobs: readonly Job[]): readonly Job[] {
  return GROUPS.flatMap((group) => jobs.filter((job) => jobGroup(job) === group));
}

/** Red is for what somebody has to do something about. */
export function jobTone({ state, failed }: Pick<Job, 'state' | 'failed'>): StatusTone {
  if (state === 'failed' || failed > 0) return 'broken';
  return state === 'checked' ? 'soon' : state === 'cancelled' ? 'off' : 'normal';
}

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
      cell: (job) => {
        const Icon = ICONS[job.kind] ?? SlidersHorizontal;
        const reason = changeReason(job);
        const { filter } = job.summary;
        const details = [
          ...(reason === undefined ? [] : [`“${reason}”`]),
          ...(filter ? describeFilters(filter as MembersFilter, tierNames) : []),
        ];
        return (
          <span className={styles.job}>
            <Icon aria-hidden="true" />
            <span>
              <Breakable text={jobSentence(job, tierNames)} />
              {details.length > 0 && <span className={styles.detail}>{details.join(' · ')}</span>}
            </span>
          </span>
        );
      },
    },
    {
      id: 'state',
      header: 'Status',
      width: '22%',
      cell: (job) => <JobState {...{ job, updatedAt }} undo={jobs.get(job.undone_by ?? '')} />,
      card: 'fact',
    },
    {
      id: 'user',
      header: 'Started by',
      width: '14%',
      cell: ({ created_by: user }) => <Breakable text={user.name} />,
      hideBelow: 'narrow',
      card: 'detail',
    },
    {
      id: 'created',
      header: 'Created',
      width: '110px',
      cell: ({ created_at: at }) => <RelativeTime at={at} />,
      card: 'detail',
    },
  ];
}

interface JobStateProps {
  readonly job: Job;
  readonly updatedAt: number;
  /** The job that undoes it, if it is on the page. */
  readonly undo?: Job | undefined;
}

/** What a job is doing, or how it ended. */
export function JobState({ job, updatedAt, undo }: JobStateProps) {
  const { invalid = 0 } = job.summary;
  if (startsLater(job)) {
    return (
      <StatusDot tone="soon">
        <StartCountdown key={job.id} job={job} />
      </StatusDot>
    );
  }
  return (
    <>
      {isActive(job) ? (
        <Progress {...{ job, updatedAt }} />
      ) : (
        <StatusDot tone={jobTone(job)}>{formatJobState(job)}</StatusDot>
      )}
      {invalid > 0 && <span className={styles.detail}>{formatCount(invalid, 'invalid row')}</span>}
      {job.undone_by !== null && <span className={styles.detail}>{undoLabel(undo)}</span>}
      {job.error !== null && <span className={styles.detail}>{job.error}</span>}
    </>
  );
}

function undoLabel(undo: Job | undefined): string {
  if (undo?.state === 'done') return undo.failed > 0 ? 'Partly undone' : 'Undone';
  return undo?.state === 'cancelled' || undo?.state === 'failed' ? 'Undo stopped' : 'Undo started';
}

function Progress({ job, updatedAt }: Pick<JobStateProps, 'job' | 'updatedAt'>) {
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

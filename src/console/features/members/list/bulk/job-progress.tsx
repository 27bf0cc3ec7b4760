import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Square } from 'lucide-react';
import { Link } from 'react-router';
import { useApi } from '#console/api/api-context.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { paths } from '#console/paths.ts';
import { useTeamId } from '#console/session/team.ts';
import { jobsKey } from '#console/shared/jobs/job-keys.ts';
import { formatJobState, formatProgress, jobName } from '#console/shared/jobs/job-labels.ts';
import { isActive } from '#console/shared/jobs/job-query.ts';
import { StartCountdown, startsLater } from '#console/shared/jobs/start-countdown.tsx';
import { useTimeLeft } from '#console/shared/jobs/use-time-left.ts';
import { Button } from '#console/ui/button/button.tsx';
import { ProgressBar } from '#console/ui/feedback/progress-bar.tsx';
import { showError } from '#console/ui/feedback/toasts.ts';
import { focusHeadingOnUnmount } from '#console/ui/hooks/focus-heading.ts';
import { VisuallyHidden } from '#console/ui/visually-hidden.tsx';
import type { Job } from '#contract/gateway/job.ts';
import { cancelJob } from '#contract/gateway/jobs.ts';
import styles from './job-progress.module.css';

interface JobProgressProps {
  readonly job: Job;
  /** When `job` was loaded, in ms since 1970. */
  readonly updatedAt: number;
  readonly onDismiss: () => void;
}

/** The progress of one job, in a line. Its controls come first: toasts cover the end. */
export function JobProgress({ job, updatedAt, onDismiss }: JobProgressProps) {
  const timeLeft = useTimeLeft(job, updatedAt);
  const teamId = useTeamId();
  const { jobs } = useApi();
  const queryClient = useQueryClient();
  const name = jobName(job);
  const stop = useMutation({
    mutationFn: async () =>
      jobs?.request(cancelJob, { params: { team_id: teamId, job_id: job.id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: jobsKey(teamId) }),
    onError: (error) => {
      const message = toUserFacingError(error, "Couldn't stop the job");
      if (message) showError(message);
    },
  });
  return (
    <section ref={focusHeadingOnUnmount} aria-label={name} className={styles.job}>
      <span className={styles.name}>{name}</span>
      <span className={styles.facts}>
        {startsLater(job) ? (
          <StartCountdown job={job} />
        ) : (
          isActive(job) && [formatProgress(job), timeLeft].filter(Boolean).join(' · ')
        )}
        <span role="status">
          {isActive(job) ? <VisuallyHidden>Started: {name}</VisuallyHidden> : formatJobState(job)}
        </span>
      </span>
      <Link to={paths.job(teamId, job.id)}>View job</Link>
      {isActive(job) ? (
        <Button
          size="small"
          icon={<Square />}
          loading={stop.isPending}
          onClick={() => stop.mutate()}
        >
          Stop
        </Button>
      ) : (
        <Button size="small" onClick={onDismiss}>
          Dismiss
        </Button>
      )}
      <ProgressBar label={name} value={job.progress} />
    </section>
  );
}

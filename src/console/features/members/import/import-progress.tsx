import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Download, RotateCcw, Square } from 'lucide-react';
import { useApi } from '#console/api/api-context.ts';
import { downloadFile } from '#console/api/download-file.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { formatCount, formatNumber } from '#console/lib/format/format-number.ts';
import { saveFile } from '#console/lib/save-file.ts';
import { paths } from '#console/paths.ts';
import { useScopeReason } from '#console/session/scope-reason.ts';
import { useTeamId } from '#console/session/team.ts';
import { canRetry, canUndo, formatProgress, jobName } from '#console/shared/jobs/job-labels.ts';
import { isActive, jobQuery } from '#console/shared/jobs/job-query.ts';
import { UndoJobButton } from '#console/shared/jobs/undo-job.tsx';
import { useTimeLeft } from '#console/shared/jobs/use-time-left.ts';
import { Button } from '#console/ui/button/button.tsx';
import { LinkButton } from '#console/ui/button/link-button.tsx';
import { CardSection } from '#console/ui/card.tsx';
import { ErrorNotice } from '#console/ui/feedback/error-notice.tsx';
import { ProgressBar } from '#console/ui/feedback/progress-bar.tsx';
import { focusHeadingOnUnmount } from '#console/ui/hooks/focus-heading.ts';
import type { Job } from '#contract/gateway/job.ts';
import { cancelJob, getJob, JOB_RESULT_PATH, retryJob, startJob } from '#contract/gateway/jobs.ts';
import { DateQuestion } from './date-question.tsx';
import styles from './import.module.css';
import { asksForDates, describeImport, importCounts, shownCounts } from './import-labels.ts';
import { ImportNotes } from './import-notes.tsx';

interface ImportProgressProps {
  readonly job: Job;
  /** When `job` was fetched, in ms since 1970. */
  readonly updatedAt: number;
}

/** The state of an import, what the check found, and what can be done next. */
export function ImportProgress({ job, updatedAt }: ImportProgressProps) {
  const counts = importCounts(job);
  const shown = shownCounts(job);
  const isAsking = asksForDates(job);
  const timeLeft = useTimeLeft(job, updatedAt);
  return (
    <>
      <CardSection>
        <div className={styles.job}>
          <div className={styles.line}>
            <p role="status">{describeImport(job)}</p>
            {isActive(job) && (
              <p>
                {formatProgress(job)}
                {timeLeft !== undefined && ` · ${timeLeft}`}
              </p>
            )}
          </div>
          {isActive(job) && <ProgressBar label={jobName(job)} value={job.progress} />}
          {job.error !== null && (
            <ErrorNotice
              error={
                isActive(job)
                  ? { title: 'The import is waiting and will continue', detail: job.error }
                  : { title: job.error, detail: '' }
              }
            />
          )}
          {isAsking ? (
            <DateQuestion job={job} />
          ) : (
            <>
              {job.state !== 'checking' && (
                <dl className={styles.counts}>
                  {shown.map(({ label, value }) => (
                    <Count key={label} label={label} value={value} />
                  ))}
                </dl>
              )}
              <ImportNotes summary={job.summary} />
            </>
          )}
          {job.state === 'checked' && !isAsking && counts.update > 0 && (
            <p className={styles.help}>
              Members that someone else changes in the meantime are skipped and listed as failed.
            </p>
          )}
        </div>
      </CardSection>
      <CardSection>
        <ImportActions job={job} />
      </CardSection>
    </>
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

const ACTIONS = { start: startJob, stop: cancelJob, retry: retryJob } as const;
const ACTION_ERRORS = {
  start: "The import wasn't started",
  stop: "The import wasn't stopped",
  retry: "The import wasn't continued",
} as const;

/** Start, stop, retry, and the rows that failed as a file. */
function ImportActions({ job }: { readonly job: Job }) {
  const teamId = useTeamId();
  const api = useApi();
  const queryClient = useQueryClient();
  const writeReason = useScopeReason('teams:write');
  const params = { team_id: teamId, job_id: job.id };
  const { create, update, invalid } = importCounts(job);
  const failed = asksForDates(job) ? 0 : invalid + job.failed;

  const changeState = useMutation({
    mutationFn: async (to: keyof typeof ACTIONS) => api.jobs?.request(ACTIONS[to], { params }),
    onSuccess: (changed) => {
      const { queryKey } = jobQuery(api, teamId, job.id);
      if (changed) queryClient.setQueryData(queryKey, changed.data);
    },
  });
  const download = useMutation({
    mutationFn: async () => {
      if (!api.jobs) return;
      const endpoint = { ...getJob, path: JOB_RESULT_PATH };
      const file = await downloadFile(api.jobs, endpoint, params, { rows: 'failed' });
      saveFile(file, `members-import-${job.id}-failed.csv`);
    },
  });
  const error =
    toUserFacingError(changeState.error, ACTION_ERRORS[changeState.variables ?? 'start']) ??
    toUserFacingError(download.error, "Couldn't download the rows");
  const button = (to: keyof typeof ACTIONS) => ({
    ref: focusHeadingOnUnmount,
    loading: changeState.isPending && changeState.variables === to,
    disabledReason: writeReason,
    onClick: () => changeState.mutate(to),
  });

  return (
    <div className={styles.actions}>
      {error && <ErrorNotice error={error} />}
      <div className={styles.buttons}>
        {job.state === 'checked' && !asksForDates(job) && (
          <Button
            {...button('start')}
            variant="primary"
            disabledReason={
              create + update === 0 ? 'Every row is unchanged or invalid' : writeReason
            }
          >
            {create + update === 0
              ? 'Nothing to import'
              : `Import ${formatCount(create + update, 'member')}`}
          </Button>
        )}
        {job.state === 'checked' && <Button {...button('stop')}>Discard</Button>}
        {isActive(job) && (
          <Button {...button('stop')} icon={<Square />}>
            Stop
          </Button>
        )}
        {canRetry(job) && (
          <Button {...button('retry')} icon={<RotateCcw />}>
            {job.failed > 0 ? 'Retry failed' : 'Continue'}
          </Button>
        )}
        {canUndo(job) && <UndoJobButton job={job} />}
        {failed > 0 && !isActive(job) && (
          <Button
            icon={<Download />}
            loading={download.isPending}
            onClick={() => download.mutate()}
          >
            Download {formatCount(failed, 'row with errors', 'rows with errors')}
          </Button>
        )}
        {!isActive(job) && job.state !== 'checked' && (
          <>
            <LinkButton to={paths.importMembers(teamId)}>Import another file</LinkButton>
            <LinkButton variant="ghost" to={paths.members(teamId)}>
              View members
            </LinkButton>
          </>
        )}
      </div>
    </div>
  );
}

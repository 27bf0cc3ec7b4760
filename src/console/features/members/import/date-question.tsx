import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useApi } from '#console/api/api-context.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { useScopeReason } from '#console/session/scope-reason.ts';
import { useTeamId } from '#console/session/team.ts';
import { jobQuery } from '#console/shared/jobs/job-query.ts';
import { Button } from '#console/ui/button/button.tsx';
import { ErrorNotice } from '#console/ui/feedback/error-notice.tsx';
import { Choice, ChoiceList } from '#console/ui/form/choice-list.tsx';
import { focusHeadingOnUnmount } from '#console/ui/hooks/focus-heading.ts';
import type { DateOrder } from '#contract/gateway/import/import-job.ts';
import type { Job } from '#contract/gateway/job.ts';
import { correctJobRows } from '#contract/gateway/jobs.ts';
import { dateOrderOf } from '#contract/loyalty/members/typed-date.ts';
import { columnLabel } from './columns/import-columns.ts';
import styles from './import.module.css';

const CHOICES = [
  { order: 'day_first', label: 'Day first', meaning: '2/9/1990 is September 2' },
  { order: 'month_first', label: 'Month first', meaning: '2/9/1990 is February 9' },
] as const;

/** Asks for the order of dates that the file doesn't show, and has it checked again. */
export function DateQuestion({ job }: { readonly job: Job }) {
  const [teamId, api, queryClient] = [useTeamId(), useApi(), useQueryClient()];
  const [order, setOrder] = useState<DateOrder>();
  const writeReason = useScopeReason('teams:write');
  const check = useMutation({
    mutationFn: async (dates: DateOrder) =>
      api.jobs?.request(correctJobRows, {
        params: { team_id: teamId, job_id: job.id },
        body: { dates },
      }),
    onSuccess: (saved) => {
      if (saved) queryClient.setQueryData(jobQuery(api, teamId, job.id).queryKey, saved.data);
    },
  });
  const error = toUserFacingError(check.error, "The file wasn't checked again");
  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (order !== undefined && !check.isPending) check.mutate(order);
  }
  const unknown = (job.summary.date_columns ?? []).filter((column) => column.order === 'unknown');
  return (
    <form noValidate className={styles.question} onSubmit={handleSubmit}>
      {unknown.map(({ column, examples }) => (
        <p key={column}>
          <strong>{columnLabel(column)}</strong>: {describeUnknown(examples)}
        </p>
      ))}
      <ChoiceList legend="What comes first in the dates of this file?">
        {CHOICES.map((choice) => (
          <Choice
            key={choice.order}
            type="radio"
            name="dates"
            aria-label={choice.label}
            checked={order === choice.order}
            onChange={() => setOrder(choice.order)}
          >
            <span>
              {choice.label}: {choice.meaning}
            </span>
          </Choice>
        ))}
      </ChoiceList>
      {error && <ErrorNotice error={error} />}
      <Button
        type="submit"
        variant="primary"
        ref={focusHeadingOnUnmount}
        loading={check.isPending}
        disabledReason={order === undefined ? 'Choose one of them first' : writeReason}
      >
        Check again
      </Button>
    </form>
  );
}

function describeUnknown(examples: readonly string[]): string {
  const find = (order: string) => examples.find((example) => dateOrderOf(example) === order);
  const [dayFirst, monthFirst] = [find('day_first'), find('month_first')];
  if (dayFirst !== undefined && monthFirst !== undefined) {
    return `${dayFirst} can only be day first, and ${monthFirst} only month first.`;
  }
  return `${examples[0] ?? 'A date'} can be read both ways.`;
}

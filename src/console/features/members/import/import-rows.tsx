import type { FormEvent } from 'react';
import { Link } from 'react-router';
import * as z from 'zod/mini';
import { useApi } from '#console/api/api-context.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { useListQuery } from '#console/api/lists/use-list-query.ts';
import { memberPath } from '#console/features/members/member-name.ts';
import { formatNumber } from '#console/lib/format/format-number.ts';
import { cursorFields, cursorSearch } from '#console/lib/url/cursor-search.ts';
import { useScopeReason } from '#console/session/scope-reason.ts';
import { useTeamId } from '#console/session/team.ts';
import { jobRowsQuery } from '#console/shared/jobs/job-rows-query.ts';
import { Button } from '#console/ui/button/button.tsx';
import { ErrorNotice } from '#console/ui/feedback/error-notice.tsx';
import { ChoiceChip } from '#console/ui/filter/choice-chip.tsx';
import { DiscardDialog } from '#console/ui/form/discard-dialog.tsx';
import { useLeaveConfirmation } from '#console/ui/form/use-leave-confirmation.ts';
import { focusHeadingOnUnmount } from '#console/ui/hooks/focus-heading.ts';
import { useIsPhone } from '#console/ui/hooks/use-is-phone.ts';
import { ListTable } from '#console/ui/page/list-page.tsx';
import { EmptyState } from '#console/ui/page/list-states.tsx';
import { cursorPaging } from '#console/ui/pager/cursor-paging.tsx';
import { useCursorPages } from '#console/ui/pager/use-cursor-pages.ts';
import type { Column } from '#console/ui/table/data-table-column.ts';
import type { Job, JobRow } from '#contract/gateway/job.ts';
import { columnLabel } from './columns/import-columns.ts';
import { correctionColumns } from './corrections/correction-columns.tsx';
import { useCorrections } from './corrections/use-corrections.ts';
import styles from './import.module.css';
import { defaultRows, importCounts, ROW_FILTERS, type RowFilter } from './import-labels.ts';
import { previewColumns } from './preview/preview-columns.tsx';

const rowsSearch = cursorSearch(
  z.object({
    /** Undefined shows those that matter most. */
    show: z.catch(z.optional(z.enum(ROW_FILTERS)), undefined),
    ...cursorFields,
  }),
);

const FILTER_LABELS: Readonly<Record<RowFilter, string>> = {
  invalid: 'Invalid',
  failed: 'Failed',
  create: 'New members',
  update: 'Updates',
  same: 'Unchanged',
};

const NO_ROWS: Readonly<Record<RowFilter, string>> = {
  invalid: 'No invalid rows',
  failed: 'No failed rows',
  create: 'No new members',
  update: 'No updates',
  same: 'No unchanged members',
};

/** The rows of the file with what is wrong with them, or what they change. */
export function ImportRows({ job }: { readonly job: Job }) {
  const teamId = useTeamId();
  const pages = useCursorPages(rowsSearch.parse, rowsSearch.write);
  const { view } = pages;
  const counts = { ...importCounts(job), failed: job.failed };
  const { show = defaultRows(job), ...page } = view;
  const query = jobRowsQuery(useApi(), teamId, job.id, {
    // Checked again, rows have other outcomes.
    version: [job.state, job.failed, job.state === 'checked' && job.revision],
    filter: show === 'failed' ? { state: show } : { outcome: show },
    view: page,
  });
  const list = useListQuery(query, {
    what: 'rows',
    rows: ({ rows }) => rows,
    cursor: view.cursor,
  });
  const rows = list.rows ?? [];
  const options = ROW_FILTERS.filter((value) => value === show || counts[value] > 0).map(
    (value) => ({ value, label: `${FILTER_LABELS[value]} (${formatNumber(counts[value])})` }),
  );
  const other = options.find(({ value }) => value !== show)?.value;
  const scopeReason = useScopeReason('teams:write');
  const isEditable = show === 'invalid' && job.state === 'checked' && scopeReason === undefined;
  const { corrections, change, save, discard } = useCorrections(job, rows);
  const isPhone = useIsPhone();
  const { isPending } = save;
  const columns = isEditable
    ? correctionColumns({
        rows: rows,
        corrections,
        isDisabled: isPending,
        onChange: change,
      })
    : show === 'invalid' || show === 'failed'
      ? REASONS
      : [...COMMON, ...previewColumns(rows, isPhone)];
  const error = toUserFacingError(save.error, "The corrections weren't saved");
  const { question } = useLeaveConfirmation(corrections.size > 0);

  const discarding = ({ confirm, cancel }: NonNullable<typeof question>) => ({
    cancel,
    confirm: () => {
      discard();
      confirm();
    },
  });
  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (corrections.size > 0 && !isPending) save.mutate(corrections);
  }
  return (
    <form className={styles.rows} noValidate onSubmit={handleSubmit}>
      <div>
        <ChoiceChip
          label="Rows"
          text={FILTER_LABELS[show]}
          options={options}
          value={show}
          onChoose={(next) => pages.change({ show: next })}
        />
      </div>
      <ListTable
        label="Rows"
        list={list}
        columns={columns}
        cards="tall"
        rowKey={({ row }) => String(row)}
        skeletonRows={Math.min(5, Math.max(1, counts[show]))}
        empty={
          <EmptyState title={NO_ROWS[show]}>
            {other && <p>Switch to {FILTER_LABELS[other]} to see others.</p>}
          </EmptyState>
        }
        {...cursorPaging(pages, list)}
      />
      {isEditable && (
        <div className={styles.actions}>
          {error && <ErrorNotice error={error} />}
          <div className={styles.buttons}>
            <Button
              type="submit"
              ref={focusHeadingOnUnmount}
              loading={isPending}
              disabledReason={corrections.size === 0 ? 'Correct a cell first' : undefined}
            >
              Save and check again
            </Button>
            {corrections.size > 0 && (
              <Button variant="ghost" onClick={discard}>
                Undo corrections
              </Button>
            )}
          </div>
        </div>
      )}
      <DiscardDialog question={question && discarding(question)} submitting={isPending} />
    </form>
  );
}

const COMMON: readonly Column<JobRow>[] = [
  {
    id: 'member-id',
    header: 'Member ID',
    width: '152px',
    cell: (row) => <MemberId row={row} />,
  },
  {
    id: 'row',
    header: 'Row',
    width: '72px',
    align: 'end',
    cell: ({ row }) => formatNumber(row),
    card: 'aside',
  },
];

/** The member ID of a row: a link if the member exists. */
function MemberId({ row }: { readonly row: JobRow }) {
  const teamId = useTeamId();
  const { member_id: id, outcome, state } = row;
  const isMember = outcome === 'create' ? state === 'done' : outcome !== 'invalid';
  const text = <code>{id || '—'}</code>;
  return isMember ? <Link to={memberPath(teamId, { id, member_id: id })}>{text}</Link> : text;
}

const REASONS: readonly Column<JobRow>[] = [
  ...COMMON,
  {
    id: 'reasons',
    header: "What's wrong",
    cell: (row) => (
      <ul className={styles.reasons}>
        {row.reasons.map(({ column, reason }) => (
          <li key={`${column} ${reason}`}>
            {column !== null && (
              <>
                <strong>{columnLabel(column)}</strong>
                {row.cells?.[column] !== undefined && <> “{row.cells[column]}”</>}:{' '}
              </>
            )}
            {reason}
          </li>
        ))}
      </ul>
    ),
    card: 'fact',
  },
];

import type { UseQueryResult } from '@tanstack/react-query';
import { ArrowUp, Webhook } from 'lucide-react';
import { useRef } from 'react';
import { ApiError } from '#console/api/errors/api-error.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { useFrozenPage } from '#console/features/webhooks/live/use-frozen-page.ts';
import type { InboxPage } from '#console/features/webhooks/webhooks-queries.ts';
import {
  filterLabels,
  NO_FILTERS,
  type WebhooksView,
  webhooksSearch,
} from '#console/features/webhooks/webhooks-view.ts';
import { formatCount } from '#console/lib/format-number.ts';
import { Button } from '#console/ui/button/button.tsx';
import { ListEmptyState } from '#console/ui/page/list-empty-state.tsx';
import { EmptyState } from '#console/ui/page/list-states.tsx';
import { OutdatedBanner } from '#console/ui/page/outdated-banner.tsx';
import { DataTable } from '#console/ui/table/data-table.tsx';
import type { Column } from '#console/ui/table/data-table-column.ts';
import { Pager } from '#console/ui/table/pager.tsx';
import type { useCursorPages } from '#console/ui/table/use-cursor-pages.ts';
import { VisuallyHidden } from '#console/ui/visually-hidden.tsx';
import { DeliveryInstructions } from './delivery-instructions.tsx';
import styles from './inbox-table.module.css';

const SKELETON_ROWS = 12;

interface InboxTableProps<Row> {
  /** What a row is: "event". */
  readonly what: string;
  readonly reading: UseQueryResult<InboxPage<Row>>;
  readonly pages: ReturnType<typeof useCursorPages<WebhooksView>>;
  readonly paused: boolean;
  readonly columns: readonly Column<Row>[];
  readonly rowHref: (row: Row) => string;
}

/** A list of the inbox as it fills, without moving what is being read. */
export function InboxTable<Row extends { readonly id: string }>(props: InboxTableProps<Row>) {
  const { what, reading, pages, paused } = props;
  const { view } = pages;
  const tableRef = useRef<HTMLDivElement>(null);
  const latest = reading.isPlaceholderData ? undefined : reading.data;
  const viewKey = webhooksSearch(view);
  const { shown, waitingCount, addedCount, showLatest } = useFrozenPage({
    latest,
    viewKey,
    paused,
    tableRef,
  });
  const page = shown ?? reading.data;
  const rows = page?.rows ?? [];
  const nextCursor = reading.isPlaceholderData ? undefined : page?.nextCursor;

  const isOldCursor = reading.error instanceof ApiError && reading.error.status === 400;
  const isGone = view.cursor !== undefined && (isOldCursor || (page?.total ?? 0) > 0);
  const problem = isGone
    ? undefined
    : toUserFacingError(reading.error, `The ${what}s couldn't be read`);
  const retry = () => void reading.refetch();

  return (
    <>
      {problem && page && (
        <OutdatedBanner error={problem} onRetry={retry} retrying={reading.isFetching} />
      )}
      <div ref={tableRef} className={styles.table}>
        {waitingCount > 0 && (
          <div className={styles.waiting}>
            <Button
              variant="primary"
              size="small"
              icon={<ArrowUp />}
              onClick={() => {
                showLatest();
                window.scrollTo({ top: 0 });
                document.querySelector('h1')?.focus({ preventScroll: true });
              }}
            >
              {formatCount(waitingCount, `new ${what}`)}
            </Button>
          </div>
        )}
        <VisuallyHidden role="status">
          {waitingCount === 0 &&
            addedCount > 0 &&
            `${formatCount(addedCount, `new ${what}`)} came in`}
        </VisuallyHidden>
        <DataTable
          label="Webhooks"
          columns={props.columns}
          rows={rows}
          rowKey={({ id }) => id}
          rowHref={props.rowHref}
          loading={reading.isPending}
          skeletonRows={SKELETON_ROWS}
          empty={
            <ListEmptyState
              what={`${what}s`}
              error={problem}
              onRetry={retry}
              retrying={reading.isFetching}
              filters={filterLabels(view)}
              onClearFilters={() => pages.change(NO_FILTERS)}
              onFirstPage={isGone ? () => pages.change({}) : undefined}
            >
              <EmptyState
                icon={<Webhook />}
                title={`No ${what}s yet`}
                action={<DeliveryInstructions />}
              >
                <p>
                  When members enter a campaign or climb a tier, the loyalty program tells so here,
                  at once and signed.
                </p>
              </EmptyState>
            </ListEmptyState>
          }
          footer={
            page &&
            rows.length > 0 && (
              <Pager
                from={page.from}
                to={page.from + rows.length - 1}
                total={page.total}
                onPrevious={view.cursor === undefined ? undefined : pages.showPrevious}
                onNext={nextCursor === undefined ? undefined : () => pages.showNext(nextCursor)}
              />
            )
          }
        />
      </div>
    </>
  );
}

import type { QueryKey } from '@tanstack/react-query';
import { ArrowUp, Webhook } from 'lucide-react';
import { useRef } from 'react';
import type { useListQuery } from '#console/api/lists/use-list-query.ts';
import { useFrozenPage } from '#console/features/webhooks/live/use-frozen-page.ts';
import type { InboxPage } from '#console/features/webhooks/webhooks-queries.ts';
import {
  filterLabels,
  NO_FILTERS,
  type WebhooksView,
  webhooksSearch,
} from '#console/features/webhooks/webhooks-view.ts';
import { formatCount } from '#console/lib/format/format-number.ts';
import { EVENTS_EMPTY_TEXT } from '#console/shared/webhooks/webhook-event-labels.ts';
import { Button } from '#console/ui/button/button.tsx';
import { focusHeading } from '#console/ui/hooks/focus-heading.ts';
import { ListOutdatedBanner, ListTable } from '#console/ui/page/list-page.tsx';
import { EmptyState } from '#console/ui/page/list-states.tsx';
import { CursorPager } from '#console/ui/pager/cursor-pager.tsx';
import type { CursorPages } from '#console/ui/pager/use-cursor-pages.ts';
import type { Column } from '#console/ui/table/data-table-column.ts';
import { VisuallyHidden } from '#console/ui/visually-hidden.tsx';
import { DeliveryInstructions } from './delivery-instructions.tsx';
import styles from './inbox-table.module.css';

const SKELETON_ROWS = 12;

interface InboxTableProps<Item, Row> {
  /** What a row is: "event". */
  readonly what: string;
  readonly list: ReturnType<typeof useListQuery<InboxPage<Item>, Item, QueryKey>>;
  readonly pages: CursorPages<WebhooksView>;
  readonly paused: boolean;
  /** The rows that show the items of the page. */
  readonly toRows: (items: readonly Item[]) => readonly Row[];
  readonly columns: readonly Column<Row>[];
  readonly rowHref: (row: Row) => string;
}

/** A live list of the inbox, whose rows don't move while they are in use. */
export function InboxTable<
  Item extends { readonly id: string },
  Row extends { readonly id: string } = Item,
>(props: InboxTableProps<Item, Row>) {
  const { what, list, pages, paused } = props;
  const { view } = pages;
  const tableRef = useRef<HTMLDivElement>(null);
  const latest = list.isPlaceholderData ? undefined : list.data;
  const viewKey = webhooksSearch(view);
  const { shown, waitingCount, addedCount, showLatest } = useFrozenPage({
    latest,
    viewKey,
    paused,
    tableRef,
  });
  const page = shown ?? list.data;
  const rows = page && props.toRows(page.rows);

  return (
    <>
      <ListOutdatedBanner list={list} />
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
                focusHeading();
              }}
            >
              {formatCount(waitingCount, `new ${what}`)}
            </Button>
          </div>
        )}
        <VisuallyHidden role="status">
          {waitingCount === 0 && addedCount > 0 && formatCount(addedCount, `new ${what}`)}
        </VisuallyHidden>
        <ListTable
          label="Webhooks"
          list={{ ...list, rows }}
          total={page?.total}
          columns={props.columns}
          rowKey={({ id }) => id}
          rowHref={props.rowHref}
          skeletonRows={SKELETON_ROWS}
          empty={
            <EmptyState
              icon={<Webhook />}
              title={`No ${what}s yet`}
              action={<DeliveryInstructions />}
            >
              <p>{EVENTS_EMPTY_TEXT}</p>
            </EmptyState>
          }
          filters={filterLabels(view)}
          onClearFilters={() => pages.change(NO_FILTERS)}
          onFirstPage={pages.showFirst}
          pager={
            page && (
              <CursorPager
                pages={pages}
                page={page}
                rowCount={page.rows.length}
                isPlaceholder={list.isPlaceholderData}
              />
            )
          }
        />
      </div>
    </>
  );
}

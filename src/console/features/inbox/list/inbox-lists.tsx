import type { QueryKey } from '@tanstack/react-query';
import { ArrowUp, Webhook } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import type { Client } from '#console/api/client.ts';
import type { CursorPage } from '#console/api/lists/cursor-page.ts';
import { useListQuery } from '#console/api/lists/use-list-query.ts';
import { eventsQuery, requestsQuery } from '#console/features/inbox/inbox-queries.ts';
import {
  filterLabels,
  type InboxView,
  inboxSearch,
  NO_FILTERS,
} from '#console/features/inbox/inbox-view.ts';
import { useFrozenPage } from '#console/features/inbox/live/use-frozen-page.ts';
import { DeliveryInstructions } from '#console/features/inbox/setup/delivery-instructions.tsx';
import { formatCount } from '#console/lib/format/format-number.ts';
import { paths } from '#console/paths.ts';
import { useTeamId } from '#console/session/team.ts';
import { eventColumns } from '#console/shared/inbox/event-columns.tsx';
import { EVENTS_EMPTY_TEXT } from '#console/shared/inbox/event-labels.ts';
import { Button } from '#console/ui/button/button.tsx';
import { focusHeading } from '#console/ui/hooks/focus-heading.ts';
import { ListOutdatedBanner, ListTable } from '#console/ui/page/list-page.tsx';
import { EmptyState } from '#console/ui/page/list-states.tsx';
import { cursorPaging } from '#console/ui/pager/cursor-paging.tsx';
import type { CursorPages } from '#console/ui/pager/use-cursor-pages.ts';
import type { Column } from '#console/ui/table/data-table-column.ts';
import { VisuallyHidden } from '#console/ui/visually-hidden.tsx';
import type { InboxEvent } from '#contract/gateway/inbox.ts';
import { batchColumns, type EventRow, foldBatches, REQUEST_COLUMNS } from './inbox-columns.tsx';
import styles from './inbox-lists.module.css';

const SKELETON_ROWS = 12;

interface ListProps {
  readonly inbox: Client;
  readonly pages: CursorPages<InboxView>;
  readonly paused: boolean;
}

export function EventsList({ inbox, pages, paused }: ListProps) {
  const teamId = useTeamId();
  const { search } = useLocation();
  const list = useListQuery(eventsQuery(inbox, teamId, pages.view), {
    what: 'events',
    rows: ({ rows }) => rows,
    cursor: pages.view.cursor,
  });
  const [openIds, setOpenIds] = useState<ReadonlySet<string>>(new Set());
  const columns = useMemo(() => {
    const ofEvents = eventColumns((id) => paths.member(teamId, id));
    const onToggle = (id: string) => setOpenIds((ids) => toggled(ids, id));
    return batchColumns(ofEvents, { openIds, onToggle });
  }, [teamId, openIds]);
  return (
    <InboxTable<InboxEvent, EventRow>
      what="event"
      toRows={(events) => foldBatches(events, openIds)}
      rowHref={({ id, batch, webhook_request_id: requestId }) =>
        (batch ? paths.webhookRequest(teamId, requestId) : paths.webhookEvent(teamId, id)) + search
      }
      {...{ list, pages, paused, columns }}
    />
  );
}

export function RequestsList({ inbox, pages, paused }: ListProps) {
  const teamId = useTeamId();
  const { search } = useLocation();
  const list = useListQuery(requestsQuery(inbox, teamId, pages.view), {
    what: 'requests',
    rows: ({ rows }) => rows,
    cursor: pages.view.cursor,
  });
  return (
    <InboxTable
      what="request"
      toRows={(rows) => rows}
      columns={REQUEST_COLUMNS}
      rowHref={({ id }) => paths.webhookRequest(teamId, id) + search}
      {...{ list, pages, paused }}
    />
  );
}

function toggled(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return next;
}

interface InboxTableProps<Item, Row> {
  /** What a row is: "event". */
  readonly what: string;
  readonly list: ReturnType<typeof useListQuery<CursorPage<Item>, Item, QueryKey>>;
  readonly pages: CursorPages<InboxView>;
  readonly paused: boolean;
  /** The rows that show the items of the page. */
  readonly toRows: (items: readonly Item[]) => readonly Row[];
  readonly columns: readonly Column<Row>[];
  readonly rowHref: (row: Row) => string;
}

/** A live list of the inbox, whose rows don't move while they are in use. */
function InboxTable<
  Item extends { readonly id: string },
  Row extends { readonly id: string } = Item,
>(props: InboxTableProps<Item, Row>) {
  const { what, list, pages, paused } = props;
  const { view } = pages;
  const tableRef = useRef<HTMLDivElement>(null);
  const latest = list.isPlaceholderData ? undefined : list.data;
  const viewKey = inboxSearch(view);
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
          {...cursorPaging(pages, { ...list, data: page })}
        />
      </div>
    </>
  );
}

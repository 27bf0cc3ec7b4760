import { useQuery } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router';
import type { Client } from '#console/api/client.ts';
import { useListQuery } from '#console/api/lists/use-list-query.ts';
import { InboxGuard } from '#console/features/webhooks/inbox-guard.tsx';
import { LiveIndicator } from '#console/features/webhooks/live/live-indicator.tsx';
import { ReplayDialog } from '#console/features/webhooks/replay/replay-dialog.tsx';
import { ReplayProgress } from '#console/features/webhooks/replay/replay-progress.tsx';
import { useReplays } from '#console/features/webhooks/replay/use-replays.ts';
import { eventsQuery, requestsQuery } from '#console/features/webhooks/webhooks-queries.ts';
import {
  type InboxFilters,
  type InboxList,
  otherListSearch,
  parseWebhooksView,
  unreadableFilters,
  type WebhooksView,
  webhooksSearch,
} from '#console/features/webhooks/webhooks-view.ts';
import { paths } from '#console/paths.ts';
import { useScopeReason } from '#console/session/scope-reason.ts';
import { useTeamId } from '#console/session/team.ts';
import { useLiveInbox } from '#console/shared/webhooks/use-live-inbox.ts';
import { webhookEventColumns } from '#console/shared/webhooks/webhook-event-columns.tsx';
import { Button } from '#console/ui/button/button.tsx';
import { LinkButton } from '#console/ui/button/link-button.tsx';
import { UnreadableBanner } from '#console/ui/page/list-page.tsx';
import { PageHeader } from '#console/ui/page/page-header.tsx';
import { PageStack } from '#console/ui/page/page-stack.tsx';
import { type CursorPages, useCursorPages } from '#console/ui/pager/use-cursor-pages.ts';
import type { InboxEvent } from '#contract/gateway/inbox.ts';
import { batchColumns } from './batch-columns.tsx';
import { type EventRow, foldBatches } from './fold-batches.ts';
import { InboxDays } from './inbox-days.tsx';
import { InboxFilterBar } from './inbox-filters.tsx';
import { InboxTable } from './inbox-table.tsx';
import tabStyles from './inbox-tabs.module.css';
import { REQUEST_COLUMNS } from './request-columns.tsx';
import styles from './webhooks-page.module.css';

const DESCRIPTION = 'Events from your loyalty program, live.';

const FILTER_LABELS: Readonly<Record<keyof InboxFilters, string>> = {
  event_type: 'Type',
  member_id: 'Member',
  q: 'Search',
  state: 'Status',
  verdict: 'Outcome',
  since: 'Received since',
  until: 'Received until',
  test: 'Tests',
};

const LISTS: readonly { readonly list: InboxList; readonly name: string }[] = [
  { list: 'events', name: 'Events' },
  { list: 'requests', name: 'Requests' },
];

/** The inbox: events, and the requests that delivered them. */
export function WebhooksPage() {
  const teamId = useTeamId();
  return (
    <InboxGuard title="Webhooks" description={DESCRIPTION}>
      {/* The key resets the replays on the page for another team. */}
      {(inbox) => <Inbox key={teamId} inbox={inbox} />}
    </InboxGuard>
  );
}

function Inbox({ inbox }: { readonly inbox: Client }) {
  const teamId = useTeamId();
  const status = useLiveInbox(teamId);
  const pages = useCursorPages(parseWebhooksView, webhooksSearch);
  const replays = useReplays(inbox);
  const [paused, setPaused] = useState(false);
  const [isReplaying, setIsReplaying] = useState(false);
  const disabledReason = useScopeReason('webhooks:write');
  const List = pages.view.list === 'events' ? EventsList : RequestsList;

  return (
    <PageStack>
      <PageHeader
        title="Webhooks"
        count={useInboxTotal(inbox, pages.view)}
        description={DESCRIPTION}
        actions={
          <>
            <LinkButton to={paths.webhooksSetup(teamId)}>Set up webhooks</LinkButton>
            <Button
              icon={<RotateCcw />}
              disabledReason={
                pages.view.list === 'events'
                  ? disabledReason
                  : 'Open the events list to replay what it shows'
              }
              onClick={() => setIsReplaying(true)}
            >
              Replay events
            </Button>
          </>
        }
      />
      {replays.ids.map((id) => (
        <ReplayProgress
          key={id}
          inbox={inbox}
          replayId={id}
          onDismiss={() => replays.dismiss(id)}
        />
      ))}
      <InboxDays inbox={inbox} />
      <div className={styles.bar}>
        <InboxTabs view={pages.view} />
        <LiveIndicator status={status} paused={paused} onPause={setPaused} />
      </div>
      <InboxFilterBar inbox={inbox} view={pages.view} onChange={pages.change} />
      <UnreadableBanner
        filters={unreadableFilters(useSearchParams()[0], pages.view.list).map(
          (name) => FILTER_LABELS[name],
        )}
      />
      <List key={pages.view.list} {...{ inbox, pages, paused }} />
      {isReplaying && (
        <ReplayDialog
          inbox={inbox}
          filters={pages.view}
          onStart={replays.show}
          onClose={() => setIsReplaying(false)}
        />
      )}
    </PageStack>
  );
}

/** The number of rows in the current list; undefined while it loads. */
function useInboxTotal(inbox: Client, view: WebhooksView): number | undefined {
  const teamId = useTeamId();
  const showsEvents = view.list === 'events';
  const events = useQuery({ ...eventsQuery(inbox, teamId, view), enabled: showsEvents });
  const requests = useQuery({ ...requestsQuery(inbox, teamId, view), enabled: !showsEvents });
  const { data, isPlaceholderData } = showsEvents ? events : requests;
  // That of the previous filters.
  return isPlaceholderData ? undefined : data?.total;
}

/** Links to both lists, which keep the filters that both have. */
function InboxTabs({ view }: { readonly view: WebhooksView }) {
  return (
    <nav aria-label="Lists" className={tabStyles.tabs}>
      {LISTS.map(({ list, name }) => (
        <Link
          key={list}
          to={{ search: list === view.list ? webhooksSearch(view) : otherListSearch(view, list) }}
          aria-current={list === view.list ? 'page' : undefined}
          className={tabStyles.tab}
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}

interface ListProps {
  readonly inbox: Client;
  readonly pages: CursorPages<WebhooksView>;
  readonly paused: boolean;
}

function EventsList({ inbox, pages, paused }: ListProps) {
  const teamId = useTeamId();
  const { search } = useLocation();
  const list = useListQuery(eventsQuery(inbox, teamId, pages.view), {
    what: 'events',
    rows: ({ rows }) => rows,
    cursor: pages.view.cursor,
  });
  const [openIds, setOpenIds] = useState<ReadonlySet<string>>(new Set());
  const columns = useMemo(() => {
    const ofEvents = webhookEventColumns((id) => paths.member(teamId, id));
    const onToggle = (id: string) => setOpenIds((ids) => toggled(ids, id));
    return batchColumns(ofEvents, { openIds, onToggle });
  }, [teamId, openIds]);
  const fold = useCallback((rows: readonly InboxEvent[]) => foldBatches(rows, openIds), [openIds]);
  return (
    <InboxTable<InboxEvent, EventRow>
      what="event"
      toRows={fold}
      rowHref={({ id, batch, webhook_request_id: requestId }) =>
        (batch ? paths.webhookRequest(teamId, requestId) : paths.webhookEvent(teamId, id)) + search
      }
      {...{ list, pages, paused, columns }}
    />
  );
}

function RequestsList({ inbox, pages, paused }: ListProps) {
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

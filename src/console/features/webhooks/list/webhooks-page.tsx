import { RotateCcw } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useLocation } from 'react-router';
import type { Client } from '#console/api/client.ts';
import { useListQuery } from '#console/api/use-list-query.ts';
import { InboxGuard } from '#console/features/webhooks/inbox-guard.tsx';
import { LiveIndicator } from '#console/features/webhooks/live/live-indicator.tsx';
import { useLiveInbox } from '#console/features/webhooks/live/use-live-inbox.ts';
import { ReplayDialog } from '#console/features/webhooks/replay/replay-dialog.tsx';
import { ReplayProgress } from '#console/features/webhooks/replay/replay-progress.tsx';
import { useReplays } from '#console/features/webhooks/replay/use-replays.ts';
import { eventsQuery, requestsQuery } from '#console/features/webhooks/webhooks-queries.ts';
import {
  parseWebhooksView,
  type WebhooksView,
  webhooksSearch,
} from '#console/features/webhooks/webhooks-view.ts';
import { paths } from '#console/paths.ts';
import { useScopeReason } from '#console/session/session-context.ts';
import { useTeamId } from '#console/session/team.ts';
import { webhookEventColumns } from '#console/shared/webhooks/webhook-event-columns.tsx';
import { Button } from '#console/ui/button/button.tsx';
import { Dialog, DialogFooter } from '#console/ui/overlay/dialog.tsx';
import { PageHeader } from '#console/ui/page/page-header.tsx';
import { PageStack } from '#console/ui/page/page-stack.tsx';
import { useCursorPages } from '#console/ui/pager/use-cursor-pages.ts';
import { DeliveryInstructions } from './delivery-instructions.tsx';
import { InboxFilterBar } from './inbox-filters.tsx';
import { InboxTable } from './inbox-table.tsx';
import { InboxTabs } from './inbox-tabs.tsx';
import { REQUEST_COLUMNS } from './request-columns.tsx';
import { useInboxTotal } from './use-inbox-total.ts';
import styles from './webhooks-page.module.css';

const DESCRIPTION = 'What the loyalty program tells this team, as it comes in.';

/** The log of what the loyalty program tells: its events, and the requests that brought them. */
export function WebhooksPage() {
  // Another team has other replays.
  const teamId = useTeamId();
  return (
    <InboxGuard title="Webhooks" description={DESCRIPTION}>
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
  const [dialog, setDialog] = useState<'delivery' | 'replay'>();
  const closeDialog = () => setDialog(undefined);
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
            <Button variant="ghost" onClick={() => setDialog('delivery')}>
              Delivery address
            </Button>
            <Button
              icon={<RotateCcw />}
              disabledReason={disabledReason}
              onClick={() => setDialog('replay')}
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
      <div className={styles.bar}>
        <InboxTabs view={pages.view} />
        <LiveIndicator status={status} paused={paused} onPause={setPaused} />
      </div>
      <InboxFilterBar view={pages.view} onChange={pages.change} />
      <List key={pages.view.list} {...{ inbox, pages, paused }} />
      {dialog === 'replay' && (
        <ReplayDialog inbox={inbox} onStart={replays.show} onClose={closeDialog} />
      )}
      {dialog === 'delivery' && (
        <Dialog title="Delivery address" size="large" onClose={closeDialog}>
          <DeliveryInstructions />
          <DialogFooter>
            <Button onClick={closeDialog}>Close</Button>
          </DialogFooter>
        </Dialog>
      )}
    </PageStack>
  );
}

interface ListProps {
  readonly inbox: Client;
  readonly pages: ReturnType<typeof useCursorPages<WebhooksView>>;
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
  const columns = useMemo(() => webhookEventColumns((id) => paths.member(teamId, id)), [teamId]);
  return (
    <InboxTable
      what="event"
      rowHref={({ id }) => paths.webhookEvent(teamId, id) + search}
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
      columns={REQUEST_COLUMNS}
      rowHref={({ id }) => paths.webhookRequest(teamId, id) + search}
      {...{ list, pages, paused }}
    />
  );
}

import { useQuery } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Client } from '#console/api/client.ts';
import { InboxDays } from '#console/features/inbox/days/inbox-days.tsx';
import { InboxGuard } from '#console/features/inbox/inbox-guard.tsx';
import { eventsQuery, requestsQuery } from '#console/features/inbox/inbox-queries.ts';
import {
  type InboxList,
  type InboxView,
  inboxSearch,
  otherListSearch,
  parseInboxView,
} from '#console/features/inbox/inbox-view.ts';
import { LiveIndicator } from '#console/features/inbox/live/live-indicator.tsx';
import { ReplayDialog } from '#console/features/inbox/replay/replay-dialog.tsx';
import { ReplayProgress } from '#console/features/inbox/replay/replay-progress.tsx';
import { useReplays } from '#console/features/inbox/replay/use-replays.ts';
import { paths } from '#console/paths.ts';
import { useScopeReason } from '#console/session/scope-reason.ts';
import { useTeamId } from '#console/session/team.ts';
import { useLiveInbox } from '#console/shared/inbox/use-live-inbox.ts';
import { Button } from '#console/ui/button/button.tsx';
import { LinkButton } from '#console/ui/button/link-button.tsx';
import { PageHeader } from '#console/ui/page/page-header.tsx';
import { PageStack } from '#console/ui/page/page-stack.tsx';
import { useCursorPages } from '#console/ui/pager/use-cursor-pages.ts';
import { InboxFilterBar, UnreadableFilters } from './inbox-filters.tsx';
import { EventsList, RequestsList } from './inbox-lists.tsx';
import styles from './inbox-page.module.css';

const DESCRIPTION = 'Events from your loyalty program, live.';

const LISTS: readonly { readonly list: InboxList; readonly name: string }[] = [
  { list: 'events', name: 'Events' },
  { list: 'requests', name: 'Requests' },
];

export function InboxPage() {
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
  const pages = useCursorPages(parseInboxView, inboxSearch);
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
      <UnreadableFilters list={pages.view.list} />
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
function useInboxTotal(inbox: Client, view: InboxView): number | undefined {
  const teamId = useTeamId();
  const showsEvents = view.list === 'events';
  const events = useQuery({ ...eventsQuery(inbox, teamId, view), enabled: showsEvents });
  const requests = useQuery({ ...requestsQuery(inbox, teamId, view), enabled: !showsEvents });
  const { data, isPlaceholderData } = showsEvents ? events : requests;
  // That of the previous filters.
  return isPlaceholderData ? undefined : data?.total;
}

/** Links to both lists, which keep the filters that both have. */
function InboxTabs({ view }: { readonly view: InboxView }) {
  return (
    <nav aria-label="Lists" className={styles.tabs}>
      {LISTS.map(({ list, name }) => (
        <Link
          key={list}
          to={{ search: list === view.list ? inboxSearch(view) : otherListSearch(view, list) }}
          aria-current={list === view.list ? 'page' : undefined}
          className={styles.tab}
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}

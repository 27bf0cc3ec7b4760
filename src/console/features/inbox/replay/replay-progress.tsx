import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Square } from 'lucide-react';
import { useEffect } from 'react';
import { Link } from 'react-router';
import type { Client } from '#console/api/client.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { isNotFound, replayQuery } from '#console/features/inbox/inbox-queries.ts';
import {
  filterLabels,
  type InboxFilters,
  inboxSearch,
  NO_FILTERS,
} from '#console/features/inbox/inbox-view.ts';
import { formatCount, formatNumber } from '#console/lib/format/format-number.ts';
import { paths } from '#console/paths.ts';
import { useScopeReason } from '#console/session/scope-reason.ts';
import { useTeamId } from '#console/session/team.ts';
import { inboxKey } from '#console/shared/inbox/inbox-key.ts';
import { Button } from '#console/ui/button/button.tsx';
import { Card } from '#console/ui/card.tsx';
import { ErrorNotice } from '#console/ui/feedback/error-notice.tsx';
import { ProgressBar } from '#console/ui/feedback/progress-bar.tsx';
import { focusHeadingOnUnmount } from '#console/ui/hooks/focus-heading.ts';
import { LIST_COUNT_DEFAULT } from '#contract/cursor-list.ts';
import { INBOX_EVENT_STATES } from '#contract/gateway/inbox.ts';
import { type InboxReplay, stopInboxReplay } from '#contract/gateway/inbox-replays.ts';
import { replayOutcome } from './replay-labels.ts';
import styles from './replay-progress.module.css';

interface ReplayProgressProps {
  readonly inbox: Client;
  readonly replayId: string;
  readonly onDismiss: () => void;
}

/** The progress and result of a replay, which runs on the server. */
export function ReplayProgress({ inbox, replayId, onDismiss }: ReplayProgressProps) {
  const teamId = useTeamId();
  const queryClient = useQueryClient();
  const scopeReason = useScopeReason('webhooks:write');
  const query = replayQuery(inbox, teamId, replayId);
  const { data: replay, error } = useQuery(query);
  const stop = useMutation({
    mutationFn: () =>
      inbox.request(stopInboxReplay, { params: { team_id: teamId, replay_id: replayId } }),
    onSuccess: ({ data }) => queryClient.setQueryData(query.queryKey, data),
  });
  const hasEnded = replay !== undefined && replay.state !== 'running';
  useEffect(() => {
    if (hasEnded) void queryClient.invalidateQueries({ queryKey: inboxKey(teamId) });
  }, [hasEnded, queryClient, teamId]);

  const userError =
    toUserFacingError(stop.error, "Couldn't stop the replay") ??
    toUserFacingError(error, "Couldn't load the replay's progress");
  // The data of a replay that no longer exists would never change.
  if (!replay || isNotFound(error)) {
    if (!userError) return null;
    return (
      <Card>
        <section ref={focusHeadingOnUnmount} aria-label="Replay" className={styles.replay}>
          <div className={styles.state}>
            <ErrorNotice error={userError} />
          </div>
          <Dismiss onDismiss={onDismiss} />
        </section>
      </Card>
    );
  }
  const { total, replayed, failed } = replay;
  const filters = replayFilters(replay);
  return (
    <Card>
      <section ref={focusHeadingOnUnmount} aria-label="Replay" className={styles.replay}>
        <div className={styles.state}>
          <div className={styles.words}>
            <p role="status">
              {hasEnded ? replayOutcome(replay) : `Replaying ${formatCount(total, 'event')}`}
            </p>
            {!hasEnded && (
              <p className={styles.facts}>
                {formatNumber(replayed)} of {formatNumber(total)}
              </p>
            )}
          </div>
          <ProgressBar
            label="Replayed"
            max={Math.max(total, 1)}
            value={total === 0 && hasEnded ? 1 : replayed}
          />
          <p className={styles.facts}>
            {filterLabels(filters).join(' · ')}.{' '}
            {!hasEnded && 'You can leave this page; the replay continues.'}
            {failed > 0 && (
              <Link to={{ pathname: paths.webhooks(teamId), search: failedEventsSearch(filters) }}>
                View {formatCount(failed, 'failed event')}
              </Link>
            )}
          </p>
          {userError && <ErrorNotice error={userError} />}
        </div>
        {hasEnded ? (
          <Dismiss onDismiss={onDismiss} />
        ) : (
          <Button
            size="small"
            icon={<Square />}
            loading={stop.isPending}
            disabledReason={scopeReason}
            onClick={() => stop.mutate()}
          >
            Stop replay
          </Button>
        )}
      </section>
    </Card>
  );
}

function Dismiss({ onDismiss }: Pick<ReplayProgressProps, 'onDismiss'>) {
  return (
    <Button size="small" onClick={onDismiss}>
      Dismiss
    </Button>
  );
}

function replayFilters({
  since,
  until,
  event_type,
  member_id,
  event_state,
}: InboxReplay): InboxFilters {
  return {
    ...NO_FILTERS,
    since: since ?? undefined,
    until: until ?? undefined,
    event_type: event_type ?? undefined,
    member_id: member_id ?? undefined,
    state: INBOX_EVENT_STATES.find((state) => state === event_state),
  };
}

function failedEventsSearch(filters: InboxFilters): string {
  return inboxSearch({
    ...filters,
    state: 'failed',
    list: 'events',
    cursor: undefined,
    from: 1,
    count: LIST_COUNT_DEFAULT,
  });
}

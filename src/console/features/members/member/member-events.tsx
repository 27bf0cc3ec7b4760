import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useApi } from '#console/api/api-context.ts';
import type { Client } from '#console/api/client.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { membersKey } from '#console/features/members/members-queries.ts';
import { paths } from '#console/paths.ts';
import { useMissingScope } from '#console/session/session-context.ts';
import { useTeamId } from '#console/session/team.ts';
import { eventOutcomeLabel, eventTypeLabel } from '#console/shared/inbox/event-labels.ts';
import { inboxKey } from '#console/shared/inbox/inbox-key.ts';
import { useLiveInbox } from '#console/shared/inbox/use-live-inbox.ts';
import { CardSection } from '#console/ui/card.tsx';
import { RelativeTime } from '#console/ui/data/relative-time.tsx';
import { ErrorState } from '#console/ui/page/list-states.tsx';
import { Skeleton } from '#console/ui/skeleton.tsx';
import { type InboxEvent, listInboxEvents } from '#contract/gateway/inbox.ts';
import type { Member } from '#contract/loyalty/members/member.ts';
import styles from './member-events.module.css';

const MAX_EVENTS = 3;

/** The member's latest webhook events. Renders nothing if there is no inbox, or no access to it. */
export function MemberEvents({ member }: { readonly member: Member }) {
  const { inbox } = useApi();
  const canRead = useMissingScope('webhooks:read') === undefined;
  return inbox && canRead ? <LatestEvents inbox={inbox} member={member} /> : null;
}

interface LatestEventsProps {
  readonly inbox: Client;
  readonly member: Member;
}

function LatestEvents({ inbox, member }: LatestEventsProps) {
  const teamId = useTeamId();
  const queryClient = useQueryClient();
  const memberId = member.member_id;
  useLiveInbox(teamId, (changed) => {
    // An event about this member: points, tier and activities may have changed, too.
    if (changed.has(memberId)) {
      void queryClient.invalidateQueries({ queryKey: membersKey(teamId) });
    }
  });
  const { data, error, isFetching, refetch } = useQuery(memberEventsQuery(inbox, teamId, memberId));
  const loadError = data
    ? undefined
    : toUserFacingError(error, "Couldn't load this member's events");
  const allEvents = {
    pathname: paths.webhooks(teamId),
    search: new URLSearchParams({ member_id: memberId }).toString(),
  };
  return (
    <CardSection title="Latest events" action={<Link to={allEvents}>All events</Link>}>
      {loadError && (
        <ErrorState error={loadError} retrying={isFetching} onRetry={() => void refetch()} />
      )}
      {!data && !loadError && <Skeleton height={MAX_EVENTS * 36} />}
      {data?.length === 0 && <p className={styles.none}>No recent events.</p>}
      <ul className={styles.list}>
        {data?.map((event) => (
          <li key={event.id} className={styles.activity}>
            <Link to={paths.webhookEvent(teamId, event.id)} className={styles.name}>
              {eventTypeLabel(event.event_type)}
            </Link>
            <span>{eventOutcomeLabel(event)}</span>
            <span className={styles.limit}>
              <RelativeTime at={event.received_at} />
            </span>
          </li>
        ))}
      </ul>
    </CardSection>
  );
}

function memberEventsQuery(inbox: Client, teamId: string, memberId: string) {
  return queryOptions({
    queryKey: [...inboxKey(teamId), 'member', memberId],
    queryFn: async ({ signal }): Promise<readonly InboxEvent[]> => {
      const params = { team_id: teamId };
      const query = { member_id: memberId, count: MAX_EVENTS };
      return (await inbox.request(listInboxEvents, { params, query, signal })).data;
    },
  });
}

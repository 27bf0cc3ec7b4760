import { Link, useLocation } from 'react-router';
import styles from '#console/features/inbox/item-page.module.css';
import { formatNumber } from '#console/lib/format/format-number.ts';
import { paths } from '#console/paths.ts';
import { useTeamId } from '#console/session/team.ts';
import { eventMemberName, eventStatusLabel } from '#console/shared/inbox/event-labels.ts';
import { CardSection } from '#console/ui/card.tsx';
import { DescriptionList } from '#console/ui/data/description-list.tsx';
import { RelativeTime } from '#console/ui/data/relative-time.tsx';
import { StatusDot } from '#console/ui/status-dot.tsx';
import type { InboxEvent } from '#contract/gateway/inbox.ts';
import { useEventMember } from './use-event-member.ts';

export function EventDetails({ event }: { readonly event: InboxEvent }) {
  const teamId = useTeamId();
  const { search } = useLocation();
  const { member_id: memberId, webhook_request_id: requestId, processed_at: processedAt } = event;
  const { tone, label } = eventStatusLabel(event);
  return (
    <>
      <CardSection title="Member">
        {memberId === null ? (
          <p className={styles.muted}>{eventMemberName(event) ?? 'No member in this event.'}</p>
        ) : (
          <>
            <p>
              <MemberLink memberId={memberId} name={eventMemberName(event) ?? memberId} />
            </p>
            <p>
              <code>{memberId}</code>
            </p>
            <p>
              <Link
                to={{
                  pathname: paths.webhooks(teamId),
                  search: new URLSearchParams({ member_id: memberId }).toString(),
                }}
              >
                All events for this member
              </Link>
            </p>
            <MemberFactsNote event={event} />
          </>
        )}
      </CardSection>
      <CardSection title="Details">
        <DescriptionList
          items={[
            { term: 'Status', value: <StatusDot tone={tone}>{label}</StatusDot> },
            { term: 'Received', value: <RelativeTime at={event.received_at} /> },
            { term: 'Processed', value: processedAt && <RelativeTime at={processedAt} /> },
            { term: 'Replayed', value: formatReplays(event.replays) },
            {
              term: 'Request',
              value: (
                <Link to={paths.webhookRequest(teamId, requestId) + search}>#{requestId}</Link>
              ),
            },
            { term: 'Type', value: <code>{event.event_type}</code> },
            { term: 'Event ID', value: <code>{event.id}</code> },
          ]}
        />
      </CardSection>
    </>
  );
}

interface MemberLinkProps {
  readonly memberId: string;
  readonly name: string;
}

/** Links to the member, unless the program has no such member any more. */
function MemberLink({ memberId, name }: MemberLinkProps) {
  const teamId = useTeamId();
  const { data: member } = useEventMember(memberId);
  if (member !== null) return <Link to={paths.member(teamId, memberId)}>{name}</Link>;
  return (
    <>
      {name} <span className={styles.muted}>is not a member of this program.</span>
    </>
  );
}

function formatReplays(replays: number): string {
  if (replays === 0) return 'Never';
  return replays === 1 ? 'Once' : `${formatNumber(replays)} times`;
}

/** Links to a newer event if the member has been updated since. */
function MemberFactsNote({ event }: { readonly event: InboxEvent }) {
  const teamId = useTeamId();
  const facts = event.member_facts;
  // Null until the first event is processed; undefined if the inbox doesn't support it.
  if (!facts) return null;
  if (facts.event_id === event.id) {
    return <p className={styles.muted}>This is the latest event for this member.</p>;
  }
  return (
    <p className={styles.muted}>
      <Link to={paths.webhookEvent(teamId, facts.event_id)}>A newer event</Link> updated this member{' '}
      <RelativeTime at={facts.as_of} />.
    </p>
  );
}

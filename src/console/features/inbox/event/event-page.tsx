import { useQuery } from '@tanstack/react-query';
import type { Client } from '#console/api/client.ts';
import { isQueryLoading } from '#console/api/queries/is-query-loading.ts';
import { InboxGuard } from '#console/features/inbox/inbox-guard.tsx';
import { InboxItemStatus } from '#console/features/inbox/inbox-item-status.tsx';
import { eventQuery } from '#console/features/inbox/inbox-queries.ts';
import { ReplayEventButton } from '#console/features/inbox/replay/replay-event-button.tsx';
import { usePathParams } from '#console/lib/url/path-params.ts';
import { useTeamId } from '#console/session/team.ts';
import {
  eventStatusLabel,
  eventTitle,
  eventTypeLabel,
} from '#console/shared/inbox/event-labels.ts';
import { OutdatedItem } from '#console/shared/item-query.tsx';
import { Card } from '#console/ui/card.tsx';
import { FactLine } from '#console/ui/data/fact-line.tsx';
import { RawJson } from '#console/ui/data/raw-json.tsx';
import { RelativeTime } from '#console/ui/data/relative-time.tsx';
import { Banner } from '#console/ui/page/banner.tsx';
import { DetailColumns } from '#console/ui/page/detail-columns.tsx';
import { PageHeader } from '#console/ui/page/page-header.tsx';
import { PageStack } from '#console/ui/page/page-stack.tsx';
import { PanelBoundary } from '#console/ui/page/panel-boundary.tsx';
import { StatusDot } from '#console/ui/status-dot.tsx';
import type { InboxEvent } from '#contract/gateway/inbox.ts';
import { diagnoseEvent } from './diagnose-event.ts';
import { EventData } from './event-data.tsx';
import { EventDetails } from './event-details.tsx';
import { useEventMember } from './use-event-member.ts';

export function EventPage() {
  return <InboxGuard title="Event">{(inbox) => <EventView inbox={inbox} />}</InboxGuard>;
}

function EventView({ inbox }: { readonly inbox: Client }) {
  const teamId = useTeamId();
  const { eventId = '' } = usePathParams();
  const query = useQuery(eventQuery(inbox, teamId, eventId));
  const { data: event } = query;
  if (!event) return <InboxItemStatus what="event" id={eventId} query={query} />;
  const diagnosis = diagnoseEvent(event);
  const { tone, label } = eventStatusLabel(event);
  return (
    <PageStack>
      <PageHeader
        title={eventTitle(event)}
        description={
          <FactLine>
            {eventTypeLabel(event.event_type)}
            <StatusDot tone={tone}>{label}</StatusDot>
            {event.test && 'Test event'}
            <span>
              received <RelativeTime at={event.received_at} />
            </span>
          </FactLine>
        }
        actions={<ReplayEventButton inbox={inbox} event={event} />}
      />
      <OutdatedItem query={query} />
      {diagnosis && (
        <Banner tone={diagnosis.tone} title={diagnosis.title}>
          {diagnosis.text}
        </Banner>
      )}
      <DetailColumns>
        <PanelBoundary what="Event data">
          <EventDataPanel event={event} />
        </PanelBoundary>
        <Card>
          <EventDetails event={event} />
        </Card>
      </DetailColumns>
      <RawJson value={event} />
    </PageStack>
  );
}

function EventDataPanel({ event }: { readonly event: InboxEvent }) {
  const member = useEventMember(event.member_id);
  return (
    <EventData
      type={event.event_type}
      data={event.data}
      previousTier={event.previous_tier ?? undefined}
      member={member.data ?? undefined}
      isMemberLoading={isQueryLoading(member)}
    />
  );
}

import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import type { Client } from '#console/api/client.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { InboxGuard } from '#console/features/webhooks/inbox-guard.tsx';
import { InboxItemStatus } from '#console/features/webhooks/inbox-item-status.tsx';
import { ReplayEventButton } from '#console/features/webhooks/replay/replay-event-button.tsx';
import { eventQuery } from '#console/features/webhooks/webhooks-queries.ts';
import { useTeamId } from '#console/session/team.ts';
import { eventStateLabel, eventTypeLabel } from '#console/shared/webhooks/webhook-event-labels.ts';
import { Card } from '#console/ui/card.tsx';
import { FactLine } from '#console/ui/data/fact-line.tsx';
import { RawJson } from '#console/ui/data/raw-json.tsx';
import { RelativeTime } from '#console/ui/data/relative-time.tsx';
import { Banner } from '#console/ui/page/banner.tsx';
import { DetailColumns } from '#console/ui/page/detail-columns.tsx';
import { OutdatedBanner } from '#console/ui/page/outdated-banner.tsx';
import { PageHeader } from '#console/ui/page/page-header.tsx';
import { PageStack } from '#console/ui/page/page-stack.tsx';
import { PanelBoundary } from '#console/ui/page/panel-boundary.tsx';
import { StatusDot } from '#console/ui/status-dot.tsx';
import { diagnoseEvent } from './diagnose-event.ts';
import { EventData } from './event-data.tsx';
import { EventDetails } from './event-details.tsx';

/** One event: what it says, whom it is about, and how far the work on it has come. */
export function EventPage() {
  return <InboxGuard title="Event">{(inbox) => <ShownEvent inbox={inbox} />}</InboxGuard>;
}

function ShownEvent({ inbox }: { readonly inbox: Client }) {
  const teamId = useTeamId();
  const { eventId = '' } = useParams();
  const reading = useQuery(eventQuery(inbox, teamId, eventId));
  const { data: event } = reading;
  if (!event) return <InboxItemStatus what="event" id={eventId} query={reading} />;
  const problem = toUserFacingError(reading.error, "The event couldn't be read again");
  const diagnosis = diagnoseEvent(event);
  const { tone, label } = eventStateLabel(event.state, event.replays);
  return (
    <PageStack>
      <PageHeader
        title={eventTypeLabel(event.event_type)}
        description={
          <FactLine>
            <StatusDot tone={tone}>{label}</StatusDot>
            <span>
              received <RelativeTime at={event.received_at} />
            </span>
          </FactLine>
        }
        actions={<ReplayEventButton inbox={inbox} event={event} />}
      />
      {problem && (
        <OutdatedBanner
          error={problem}
          onRetry={() => void reading.refetch()}
          retrying={reading.isFetching}
        />
      )}
      {diagnosis && (
        <Banner tone="red" title={diagnosis.title}>
          {diagnosis.reason}
        </Banner>
      )}
      <DetailColumns>
        <PanelBoundary what="What the event says">
          <EventData data={event.data} />
        </PanelBoundary>
        <Card>
          <EventDetails event={event} />
        </Card>
      </DetailColumns>
      <RawJson value={event} />
    </PageStack>
  );
}

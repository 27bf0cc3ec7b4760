import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import type { Client } from '#console/api/client.ts';
import { explain } from '#console/api/explain.ts';
import { eventStateWords, eventTypeWords } from '#console/lib/webhook-event-words.ts';
import { useTeamId } from '#console/session/team.ts';
import { Banner } from '#console/ui/banner.tsx';
import { Card } from '#console/ui/card.tsx';
import { DetailColumns } from '#console/ui/detail-columns.tsx';
import { FactLine } from '#console/ui/fact-line.tsx';
import { OutdatedBanner } from '#console/ui/outdated-banner.tsx';
import { PageHeader } from '#console/ui/page-header.tsx';
import { PageStack } from '#console/ui/page-stack.tsx';
import { PanelBoundary } from '#console/ui/panel-boundary.tsx';
import { RawJson } from '#console/ui/raw-json.tsx';
import { RelativeTime } from '#console/ui/relative-time.tsx';
import { StatusDot } from '#console/ui/status-dot.tsx';
import { diagnoseEvent } from './diagnose-event.ts';
import { EventData } from './event-data.tsx';
import { EventDetails } from './event-details.tsx';
import { InboxGate } from './inbox-gate.tsx';
import { ItemUnshown } from './item-unshown.tsx';
import { ReplayEventButton } from './replay-event-button.tsx';
import { eventQuery } from './webhooks-queries.ts';

/** One event: what it says, whom it is about, and how far the work on it has come. */
export function EventPage() {
  return <InboxGate title="Event">{(inbox) => <ShownEvent inbox={inbox} />}</InboxGate>;
}

function ShownEvent({ inbox }: { readonly inbox: Client }) {
  const teamId = useTeamId();
  const { eventId = '' } = useParams();
  const reading = useQuery(eventQuery(inbox, teamId, eventId));
  const { data: event } = reading;
  if (!event) return <ItemUnshown what="event" id={eventId} reading={reading} />;
  const problem = explain(reading.error, "The event couldn't be read again");
  const diagnosis = diagnoseEvent(event);
  const { tone, words } = eventStateWords(event.state, event.replays);
  return (
    <PageStack>
      <PageHeader
        title={eventTypeWords(event.event_type)}
        description={
          <FactLine>
            <StatusDot tone={tone}>{words}</StatusDot>
            <span>
              received <RelativeTime at={event.received_at} />
            </span>
          </FactLine>
        }
        actions={<ReplayEventButton inbox={inbox} event={event} />}
      />
      {problem && (
        <OutdatedBanner
          problem={problem}
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

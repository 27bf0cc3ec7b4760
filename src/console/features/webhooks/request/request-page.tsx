import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import type { Client } from '#console/api/client.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { InboxGuard } from '#console/features/webhooks/inbox-guard.tsx';
import { InboxItemStatus } from '#console/features/webhooks/inbox-item-status.tsx';
import { outcomeLabel } from '#console/features/webhooks/outcome-labels.ts';
import { requestQuery } from '#console/features/webhooks/webhooks-queries.ts';
import { useTeamId } from '#console/session/team.ts';
import { Card } from '#console/ui/card.tsx';
import { FactLine } from '#console/ui/data/fact-line.tsx';
import { RelativeTime } from '#console/ui/data/relative-time.tsx';
import { DetailColumns } from '#console/ui/page/detail-columns.tsx';
import { OutdatedBanner } from '#console/ui/page/outdated-banner.tsx';
import { PageHeader } from '#console/ui/page/page-header.tsx';
import { PageStack } from '#console/ui/page/page-stack.tsx';
import { StatusDot } from '#console/ui/status-dot.tsx';
import { RequestBody } from './request-body.tsx';
import { RequestDetails } from './request-details.tsx';
import { RequestDiagnosis } from './request-diagnosis.tsx';

/** One request as it came in: what was made of it and why, its headers, its body and its events. */
export function RequestPage() {
  return <InboxGuard title="Request">{(inbox) => <ShownRequest inbox={inbox} />}</InboxGuard>;
}

function ShownRequest({ inbox }: { readonly inbox: Client }) {
  const teamId = useTeamId();
  const { requestId = '' } = useParams();
  const reading = useQuery(requestQuery(inbox, teamId, requestId));
  const { data: request } = reading;
  if (!request) return <InboxItemStatus what="request" id={requestId} query={reading} />;
  const problem = toUserFacingError(reading.error, "The request couldn't be read again");
  const { tone, label } = outcomeLabel(request.verdict);
  return (
    <PageStack>
      <PageHeader
        title={`Request #${request.id}`}
        description={
          <FactLine>
            <StatusDot tone={tone}>{label}</StatusDot>
            <span>
              received <RelativeTime at={request.received_at} />
            </span>
          </FactLine>
        }
      />
      {problem && (
        <OutdatedBanner
          error={problem}
          onRetry={() => void reading.refetch()}
          retrying={reading.isFetching}
        />
      )}
      <DetailColumns>
        <Card>
          <RequestDiagnosis request={request} />
          <RequestBody body={request.body} />
        </Card>
        <Card>
          <RequestDetails request={request} />
        </Card>
      </DetailColumns>
    </PageStack>
  );
}

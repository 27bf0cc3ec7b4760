import { useQuery } from '@tanstack/react-query';
import type { Client } from '#console/api/client.ts';
import { InboxGuard } from '#console/features/inbox/inbox-guard.tsx';
import { InboxItemStatus } from '#console/features/inbox/inbox-item-status.tsx';
import { requestQuery } from '#console/features/inbox/inbox-queries.ts';
import { requestOutcome } from '#console/features/inbox/outcome-labels.ts';
import { usePathParams } from '#console/lib/url/path-params.ts';
import { useTeamId } from '#console/session/team.ts';
import { OutdatedItem } from '#console/shared/item-query.tsx';
import { Card } from '#console/ui/card.tsx';
import { FactLine } from '#console/ui/data/fact-line.tsx';
import { RelativeTime } from '#console/ui/data/relative-time.tsx';
import { DetailColumns } from '#console/ui/page/detail-columns.tsx';
import { PageHeader } from '#console/ui/page/page-header.tsx';
import { PageStack } from '#console/ui/page/page-stack.tsx';
import { StatusDot } from '#console/ui/status-dot.tsx';
import { RequestAttempts } from './request-attempts.tsx';
import { RequestBody } from './request-body.tsx';
import { RequestDiagnosis } from './request-check.tsx';
import { RequestDetails } from './request-details.tsx';
import { RequestEvents } from './request-events.tsx';

export function RequestPage() {
  return <InboxGuard title="Request">{(inbox) => <RequestView inbox={inbox} />}</InboxGuard>;
}

function RequestView({ inbox }: { readonly inbox: Client }) {
  const teamId = useTeamId();
  const { requestId = '' } = usePathParams();
  const query = useQuery(requestQuery(inbox, teamId, requestId));
  const { data: request } = query;
  if (!request) return <InboxItemStatus what="request" id={requestId} query={query} />;
  const { tone, label } = requestOutcome(request.verdict, request.reason);
  return (
    <PageStack>
      <PageHeader
        title={`Request #${request.id}`}
        description={
          <FactLine>
            <StatusDot tone={tone}>{label}</StatusDot>
            {request.test && 'Test request'}
            <span>
              received <RelativeTime at={request.received_at} />
            </span>
          </FactLine>
        }
      />
      <OutdatedItem query={query} />
      <DetailColumns>
        <Card>
          <RequestDiagnosis request={request} />
          <RequestEvents inbox={inbox} request={request} />
          <RequestBody body={request.body} />
        </Card>
        <Card>
          <RequestDetails request={request} />
          <RequestAttempts inbox={inbox} request={request} />
        </Card>
      </DetailColumns>
    </PageStack>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { useApi } from '#console/api/api-context.ts';
import type { Client } from '#console/api/client.ts';
import { isQueryLoading } from '#console/api/queries/is-query-loading.ts';
import { auditEventQuery, auditQuery } from '#console/features/audit/audit-queries.ts';
import { auditSearch } from '#console/features/audit/filter/audit-view.ts';
import { usePathParams } from '#console/lib/url/path-params.ts';
import { paths } from '#console/paths.ts';
import { useMissingScope } from '#console/session/session-context.ts';
import { useTeamId } from '#console/session/team.ts';
import { eventLabel } from '#console/shared/audit/audit-labels.ts';
import { ItemState } from '#console/shared/item-query.tsx';
import { SidePanel, SidePanelBody } from '#console/ui/overlay/side-panel.tsx';
import { useClosePanel } from '#console/ui/overlay/use-close-panel.ts';
import { EmptyState } from '#console/ui/page/list-states.tsx';
import { EventDetails } from './event-details.tsx';

export function AuditEventPanel() {
  const { audit } = useApi();
  return audit ? <EventPanel audit={audit} /> : null;
}

function EventPanel({ audit }: { readonly audit: Client }) {
  const teamId = useTeamId();
  const { eventId = '' } = usePathParams();
  const [search] = useSearchParams();
  const missingScope = useMissingScope('teams:read');
  const list = useQuery({
    ...auditQuery(audit, teamId, auditSearch.parse(search)),
    enabled: missingScope === undefined,
  });
  const listed = list.data?.rows.find(({ id }) => id === eventId);
  const single = useQuery({
    ...auditEventQuery(audit, teamId, eventId),
    enabled: missingScope === undefined && !isQueryLoading(list) && !listed,
  });
  const event = listed ?? single.data;
  const close = useClosePanel({ pathname: paths.auditLog(teamId), search: `${search}` });
  return (
    <SidePanel title={event ? eventLabel(event) : 'Change'} onClose={close}>
      <SidePanelBody>
        {event ? (
          <EventDetails audit={audit} event={event} />
        ) : (
          <ItemState
            query={isQueryLoading(list) ? list : single}
            item="change"
            missingScope={missingScope}
          >
            <EmptyState title="Change not found">
              <p>It may be too old, or belong to another team.</p>
            </EmptyState>
          </ItemState>
        )}
      </SidePanelBody>
    </SidePanel>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router';
import { useApi } from '#console/api/api-context.ts';
import type { Client } from '#console/api/client.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { formatDateTime } from '#console/lib/dates/format-date.ts';
import { paths } from '#console/paths.ts';
import { useMissingScope } from '#console/session/session-context.ts';
import { useTeamId } from '#console/session/team.ts';
import {
  actionLabel,
  actorLabel,
  fieldLabel,
  subjectLabel,
  valueLabel,
} from '#console/shared/audit/audit-labels.ts';
import { useTierNamesById } from '#console/shared/members/tier-names.ts';
import { DescriptionList } from '#console/ui/data/description-list.tsx';
import { SidePanel, SidePanelBody } from '#console/ui/overlay/side-panel.tsx';
import { ItemErrorState } from '#console/ui/page/item-status-page.tsx';
import { EmptyState } from '#console/ui/page/list-states.tsx';
import { PanelSection } from '#console/ui/page/panel-section.tsx';
import { Skeleton } from '#console/ui/skeleton.tsx';
import type { AuditEvent } from '#contract/audit/audit-events.ts';
import styles from './audit-event-panel.module.css';
import { auditQuery } from './audit-queries.ts';
import { parseAuditView } from './audit-view.ts';

/** One event of the page of the log: the API can't fetch a single one. */
export function AuditEventPanel() {
  const { audit } = useApi();
  return audit ? <EventPanel audit={audit} /> : null;
}

function EventPanel({ audit }: { readonly audit: Client }) {
  const teamId = useTeamId();
  const { eventId } = useParams();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const missingScope = useMissingScope('teams:read');
  const list = useQuery({
    ...auditQuery(audit, teamId, parseAuditView(search)),
    enabled: missingScope === undefined,
  });
  const event = list.data?.rows.find(({ id }) => id === eventId);
  const close = () =>
    void navigate({ pathname: paths.auditLog(teamId), search: `${search}` }, { replace: true });
  return (
    <SidePanel title={event ? actionLabel(event.action) : 'Change'} onClose={close}>
      <SidePanelBody>
        {event ? (
          <EventDetails event={event} />
        ) : list.isLoading ? (
          <Skeleton height={120} />
        ) : (
          <ItemErrorState
            what="changes"
            missingScope={missingScope}
            error={toUserFacingError(list.error, "Couldn't load the change")}
            onRetry={() => void list.refetch()}
            retrying={list.isFetching}
          >
            <EmptyState title="Change not found">
              <p>It isn't on this page of the log.</p>
            </EmptyState>
          </ItemErrorState>
        )}
      </SidePanelBody>
    </SidePanel>
  );
}

/** What has a tier, or a filter with one. */
const TYPES_WITH_TIERS: readonly string[] = ['member', 'job'];

function EventDetails({ event }: { readonly event: AuditEvent }) {
  const { actor, subject, changes } = event;
  const tierNames = useTierNamesById(TYPES_WITH_TIERS.includes(subject.type));
  return (
    <>
      {changes.length > 0 && (
        <PanelSection title="Changes">
          <table className={styles.changes}>
            <thead>
              <tr>
                <th scope="col">Field</th>
                <th scope="col">Before</th>
                <th scope="col">After</th>
              </tr>
            </thead>
            <tbody>
              {changes.map(({ field, before, after }) => (
                <tr key={field}>
                  <th scope="row">{fieldLabel(field)}</th>
                  <td>{valueLabel(before, field, tierNames)}</td>
                  <td>{valueLabel(after, field, tierNames)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </PanelSection>
      )}
      <PanelSection title="Details">
        <DescriptionList
          items={[
            { term: 'Person', value: actorLabel(actor) },
            { term: 'Date', value: formatDateTime(new Date(event.at)) },
            { term: 'Changed', value: <SubjectLink subject={subject} /> },
            { term: 'ID', value: subject.id },
            { term: 'IP address', value: event.ip ?? '—' },
            { term: 'Request', value: event.request_id ?? '—' },
          ]}
        />
      </PanelSection>
    </>
  );
}

/** Pages of what can be changed, by the type that the log calls it. */
const PAGES: Readonly<Record<string, (teamId: string, id: string) => string>> = {
  member: paths.member,
  account: paths.account,
  domain: paths.domain,
  job: paths.job,
};

function SubjectLink({ subject }: Pick<AuditEvent, 'subject'>) {
  const teamId = useTeamId();
  const page = PAGES[subject.type]?.(teamId, subject.id);
  const label = subjectLabel(subject);
  return page === undefined ? label : <Link to={page}>{label}</Link>;
}

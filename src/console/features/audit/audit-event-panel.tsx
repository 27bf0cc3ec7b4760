import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { useApi } from '#console/api/api-context.ts';
import type { Client } from '#console/api/client.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { formatDateTime } from '#console/lib/dates/format-date.ts';
import { usePathParams } from '#console/lib/url/path-params.ts';
import { paths } from '#console/paths.ts';
import { useMissingScope } from '#console/session/session-context.ts';
import { useTeamId } from '#console/session/team.ts';
import {
  actorLabel,
  eventLabel,
  fieldLabel,
  namedChanges,
} from '#console/shared/audit/audit-labels.ts';
import { jobName } from '#console/shared/jobs/job-labels.ts';
import { jobQuery } from '#console/shared/jobs/job-query.ts';
import { useTierNamesById } from '#console/shared/members/tier-names.ts';
import { DescriptionList } from '#console/ui/data/description-list.tsx';
import { SidePanel, SidePanelBody } from '#console/ui/overlay/side-panel.tsx';
import { ItemErrorState } from '#console/ui/page/item-status-page.tsx';
import { EmptyState } from '#console/ui/page/list-states.tsx';
import { PanelSection } from '#console/ui/page/panel-section.tsx';
import { Skeleton } from '#console/ui/skeleton.tsx';
import { type AuditEvent, jobIdOf } from '#contract/audit/audit-events.ts';
import { eventValueLabel, subjectLabel } from './audit-event-labels.ts';
import styles from './audit-event-panel.module.css';
import { auditEventQuery, auditQuery } from './audit-queries.ts';
import { parseAuditView } from './audit-view.ts';

/** One event of the log. */
export function AuditEventPanel() {
  const { audit } = useApi();
  return audit ? <EventPanel audit={audit} /> : null;
}

function EventPanel({ audit }: { readonly audit: Client }) {
  const teamId = useTeamId();
  const { eventId = '' } = usePathParams();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const missingScope = useMissingScope('teams:read');
  const list = useQuery({
    ...auditQuery(audit, teamId, parseAuditView(search)),
    enabled: missingScope === undefined,
  });
  const listed = list.data?.rows.find(({ id }) => id === eventId);
  const single = useQuery({
    ...auditEventQuery(audit, teamId, eventId),
    enabled: missingScope === undefined && !list.isPending && !listed,
  });
  const event = listed ?? single.data;
  const close = () =>
    void navigate({ pathname: paths.auditLog(teamId), search: `${search}` }, { replace: true });
  return (
    <SidePanel title={event ? eventLabel(event) : 'Change'} onClose={close}>
      <SidePanelBody>
        {event ? (
          <EventDetails event={event} />
        ) : list.isLoading || single.isLoading ? (
          <Skeleton height={120} />
        ) : (
          <ItemErrorState
            what="changes"
            missingScope={missingScope}
            error={toUserFacingError(single.error, "Couldn't load the change")}
            onRetry={() => void single.refetch()}
            retrying={single.isFetching}
          >
            <EmptyState title="Change not found">
              <p>It may be too old, or belong to another team.</p>
            </EmptyState>
          </ItemErrorState>
        )}
      </SidePanelBody>
    </SidePanel>
  );
}

/** Subject types whose changes can name a tier. */
const TYPES_WITH_TIERS: readonly string[] = ['member', 'job'];

function EventDetails({ event }: { readonly event: AuditEvent }) {
  const { action, actor, subject } = event;
  const tierNames = useTierNamesById(TYPES_WITH_TIERS.includes(subject.type));
  const changes = namedChanges(event);
  const sides = knownSides(event);
  const jobId = jobIdOf(event);
  return (
    <>
      {changes.length > 0 && (
        <PanelSection title="Changes">
          <table className={styles.changes}>
            <thead>
              <tr>
                <th scope="col">Field</th>
                {sides.map((side) => (
                  <th key={side} scope="col">
                    {sides.length === 1 ? 'Value' : SIDES[side]}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {changes.map((change) => (
                <tr key={change.field}>
                  <th scope="row">{fieldLabel(change.field)}</th>
                  {sides.map((side) => (
                    <td key={side}>
                      {eventValueLabel(action, change[side], change.field, tierNames)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </PanelSection>
      )}
      <PanelSection title="Details">
        <DescriptionList
          items={[
            { term: 'Changed by', value: actorLabel(actor) },
            ...(jobId === undefined ? [] : [{ term: 'Job', value: <JobLinks jobId={jobId} /> }]),
            { term: 'Date', value: formatDateTime(new Date(event.at)) },
            { term: 'Item', value: <SubjectLink subject={subject} /> },
            ...(subject.type === 'job'
              ? [{ term: 'Members', value: <JobMembersLink jobId={subject.id} /> }]
              : []),
            { term: 'ID', value: subject.id },
            { term: 'IP address', value: event.ip ?? '—' },
            { term: 'Request ID', value: event.request_id ?? '—' },
          ]}
        />
      </PanelSection>
    </>
  );
}

const SIDES = { before: 'Before', after: 'After' } as const;

/** What is created has no values before, what is deleted none after; both may differ in an update. */
function knownSides({ action, changes }: AuditEvent): (keyof typeof SIDES)[] {
  const isUpdate = action.endsWith('.update');
  const isKnown = (value: unknown) => value !== undefined && (isUpdate || value !== null);
  return (['before', 'after'] as const).filter((side) =>
    changes.some((change) => isKnown(change[side])),
  );
}

/** The job that made a change, and all its changes. */
function JobLinks({ jobId }: { readonly jobId: string }) {
  const api = useApi();
  const teamId = useTeamId();
  const { data: job } = useQuery(jobQuery(api, teamId, jobId));
  return (
    <>
      <Link to={paths.job(teamId, jobId)}>{job ? jobName(job) : `Job ${jobId}`}</Link> (
      <Link to={jobChangesPath(teamId, jobId)}>all its changes</Link>)
    </>
  );
}

/** The log of a job: what was done with it, and each member that it changed. */
function jobChangesPath(teamId: string, jobId: string): string {
  return `${paths.auditLog(teamId)}?${new URLSearchParams({ subject_type: 'job', subject_id: jobId })}`;
}

function JobMembersLink({ jobId }: { readonly jobId: string }) {
  return <Link to={jobChangesPath(useTeamId(), jobId)}>All changes of this job</Link>;
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

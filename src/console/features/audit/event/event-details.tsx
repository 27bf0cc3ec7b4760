import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useApi } from '#console/api/api-context.ts';
import type { Client } from '#console/api/client.ts';
import { changesBy, changesOf } from '#console/features/audit/filter/audit-view.ts';
import {
  eventValueLabel,
  subjectLabel,
  subjectPath,
} from '#console/features/audit/sentence/audit-event-labels.ts';
import { EventSentence } from '#console/features/audit/sentence/event-sentence.tsx';
import { EventUndo } from '#console/features/audit/undo/event-undo.tsx';
import { formatDateTime } from '#console/lib/dates/format-date.ts';
import { paths } from '#console/paths.ts';
import { useTeamId } from '#console/session/team.ts';
import { actorLabel, fieldLabel, namedChanges } from '#console/shared/audit/audit-labels.ts';
import { jobName } from '#console/shared/jobs/job-labels.ts';
import { jobQuery } from '#console/shared/jobs/job-query.ts';
import { useTierNamesById } from '#console/shared/members/tier-names.ts';
import { DescriptionList } from '#console/ui/data/description-list.tsx';
import { PanelSection } from '#console/ui/page/panel-section.tsx';
import { type AuditEvent, jobIdOf, undoneEventId } from '#contract/audit/audit-events.ts';
import styles from './event-details.module.css';
import { JobMembers } from './job-members.tsx';

/** Subject types whose changes can name a tier. */
const TYPES_WITH_TIERS: readonly string[] = ['member', 'job'];

interface EventDetailsProps {
  readonly audit: Client;
  readonly event: AuditEvent;
}

/** The sentence of an event, its undo, and everything that was recorded. */
export function EventDetails({ audit, event }: EventDetailsProps) {
  const { action, actor, subject } = event;
  const teamId = useTeamId();
  const tierNames = useTierNamesById(TYPES_WITH_TIERS.includes(subject.type));
  const changes = namedChanges(event);
  const sides = knownSides(event);
  const jobId = jobIdOf(event);
  const undoneId = undoneEventId(event);
  return (
    <>
      <EventSentence event={event} />
      <EventUndo event={event} />
      {subject.type === 'job' && <JobMembers audit={audit} jobId={subject.id} />}
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
            {
              term: 'Changed by',
              value: <Link to={changesBy(teamId, actor)}>{actorLabel(actor)}</Link>,
            },
            ...(undoneId === undefined
              ? []
              : [
                  {
                    term: 'Undid',
                    value: <Link to={paths.auditEvent(teamId, undoneId)}>An earlier change</Link>,
                  },
                ]),
            ...(jobId === undefined ? [] : [{ term: 'Job', value: <JobLinks jobId={jobId} /> }]),
            { term: 'Date', value: formatDateTime(new Date(event.at)) },
            { term: 'Item', value: <SubjectLink subject={subject} /> },
            { term: 'ID', value: subject.id },
            ...(subject.type === 'job'
              ? []
              : [
                  {
                    term: 'History',
                    value: <Link to={changesOf(teamId, subject)}>All changes of this item</Link>,
                  },
                ]),
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
      <Link to={changesOf(teamId, { type: 'job', id: jobId })}>all its changes</Link>)
    </>
  );
}

function SubjectLink({ subject }: Pick<AuditEvent, 'subject'>) {
  const teamId = useTeamId();
  const page = subjectPath(teamId, subject);
  const label = subjectLabel(subject);
  return page === undefined ? label : <Link to={page}>{label}</Link>;
}

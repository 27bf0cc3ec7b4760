import { useQuery } from '@tanstack/react-query';
import { useApi } from '#console/api/api-context.ts';
import { isQueryLoading } from '#console/api/queries/is-query-loading.ts';
import { useScopeReason } from '#console/session/scope-reason.ts';
import { useProviderName } from '#console/session/session-context.ts';
import { useTeamId } from '#console/session/team.ts';
import type { Undo } from '#console/shared/audit/undo.ts';
import { useUndoDomainChange } from '#console/shared/domains/use-undo-domain-change.ts';
import { canUndo } from '#console/shared/jobs/job-labels.ts';
import { isActive, jobQuery } from '#console/shared/jobs/job-query.ts';
import { undoNote } from '#console/shared/jobs/undo-job.tsx';
import { useUndoMemberChange } from '#console/shared/members/use-undo-member-change.ts';
import { groupReason } from '#console/shared/people/group-role.ts';
import { peopleQuery } from '#console/shared/people/people-query.ts';
import { useUndoRoleChange } from '#console/shared/people/use-undo-role-change.ts';
import { Skeleton } from '#console/ui/skeleton.tsx';
import type { AuditEvent } from '#contract/audit/audit-events.ts';
import type { Job } from '#contract/gateway/job.ts';
import { undoJob } from '#contract/gateway/jobs.ts';
import { UndoSection } from './undo-section.tsx';

interface EventUndoProps {
  readonly event: AuditEvent;
}

/** Undoes an event of the log, or says why it can't be undone. */
export function EventUndo({ event }: EventUndoProps) {
  const { action } = event;
  if (action === 'member.update') return <MemberUndo event={event} />;
  if (action === 'domain.update') return <DomainUndo event={event} />;
  if (action === 'person.update') return <RoleUndo event={event} />;
  if (action === 'job.create') return <JobUndo event={event} />;
  return <UndoSection event={event} />;
}

function MemberUndo({ event }: EventUndoProps) {
  return <UndoSection event={event} undo={useUndoMemberChange()} />;
}

function DomainUndo({ event }: EventUndoProps) {
  return <UndoSection event={event} undo={useUndoDomainChange()} />;
}

function RoleUndo({ event }: EventUndoProps) {
  const undo = useUndoRoleChange();
  const provider = useProviderName();
  const people = useQuery(peopleQuery(useApi(), useTeamId()));
  if (isQueryLoading(people)) return <Skeleton height={64} />;
  const person = people.data?.people.find(
    ({ kind, id }) => kind === 'user' && id === event.subject.id,
  );
  const reason = person && groupReason(person, provider);
  if (reason === undefined) return <UndoSection event={event} undo={undo} />;
  return <UndoSection event={event} obstacle={`You can't undo this. ${reason}`} />;
}

function JobUndo({ event }: EventUndoProps) {
  const api = useApi();
  const params = { team_id: useTeamId(), job_id: event.subject.id };
  const { data: job, isPending } = useQuery(jobQuery(api, params.team_id, params.job_id));
  const disabledReason = useScopeReason('teams:write');
  if (isPending) return <Skeleton height={64} />;
  const undo: Undo = {
    plan: () =>
      job && canUndo(job)
        ? {
            steps: [],
            kept: [],
            note: undoNote(job),
          }
        : undefined,
    apply: async () => {
      await api.jobs?.request(undoJob, { params });
    },
    disabledReason,
  };
  return <UndoSection event={event} undo={undo} obstacle={jobObstacle(job, event)} />;
}

function jobObstacle(job: Job | null | undefined, { subject }: AuditEvent): string {
  if (subject.name === 'export') return 'A download changes nothing that could be undone.';
  if (subject.name === 'delete') return "Deleted members can't be restored.";
  if (!job) return 'The job is too old: the values from before it are gone.';
  if (job.undone_by !== null) return 'This job was undone already.';
  if (isActive(job)) return "The job hasn't ended yet. You can undo it then.";
  if (job.summary.undo_of !== undefined)
    return 'This job is an undo itself. Make the change again instead.';
  if (subject.name === 'import') return 'Of an import, only the points can be undone.';
  return 'This job changed nothing that could be undone.';
}

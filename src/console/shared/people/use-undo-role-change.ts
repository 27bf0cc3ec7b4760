import { useQueryClient } from '@tanstack/react-query';
import { useApi } from '#console/api/api-context.ts';
import { useScopeReason } from '#console/session/scope-reason.ts';
import { useStepUp } from '#console/session/session-context.ts';
import { useTeamId } from '#console/session/team.ts';
import { fieldLabel, valueLabel } from '#console/shared/audit/audit-labels.ts';
import { type Undo, UndoConflictError } from '#console/shared/audit/undo.ts';
import { type AuditEvent, undoRequestId } from '#contract/audit/audit-events.ts';
import { changePersonRole } from '#contract/people/people.ts';
import { invalidatePeople, peopleQuery } from './people-query.ts';

/** Gives people of the team their last role back, after the password. */
export function useUndoRoleChange(): Undo {
  const api = useApi();
  const teamId = useTeamId();
  const stepUp = useStepUp();
  const queryClient = useQueryClient();
  async function findConflicts(event: AuditEvent): Promise<readonly string[]> {
    const { id, name } = event.subject;
    const { people } = await queryClient.fetchQuery({ ...peopleQuery(api, teamId), staleTime: 0 });
    const person = people.find((each) => each.kind === 'user' && each.id === id);
    if (!person) return [`${name} is no longer on the team.`];
    if (person.role === roleChange(event)?.after) return [];
    return [`The role of ${name} is now ${person.role}.`];
  }

  return {
    plan: (event) => {
      const change = roleChange(event);
      if (typeof change?.before !== 'string') return undefined;
      const from = valueLabel(change.after);
      return { steps: [{ label: fieldLabel('role'), from, to: change.before }], kept: [] };
    },
    disabledReason: useScopeReason('users:write'),
    findConflicts,
    apply: async (event) => {
      const change = roleChange(event);
      const { id } = event.subject;
      const conflicts = await findConflicts(event);
      if (conflicts.length > 0) throw new UndoConflictError(conflicts);
      await stepUp.withIdToken(async (idToken) =>
        api.people?.request(changePersonRole, {
          params: { team_id: teamId, user_id: id },
          body: { role: String(change?.before) },
          idToken,
          requestId: undoRequestId(event.id),
        }),
      );
      await invalidatePeople(queryClient, teamId);
    },
  };
}

function roleChange({ action, changes }: AuditEvent) {
  if (action !== 'person.update') return undefined;
  return changes.find(({ field }) => field === 'role');
}

import { useApi } from '#console/api/api-context.ts';
import { useScopeReason } from '#console/session/scope-reason.ts';
import { useTeamId } from '#console/session/team.ts';
import { type Undo, UndoConflictError } from '#console/shared/audit/undo.ts';
import { getMember, updateMember } from '#contract/loyalty/members/members.ts';
import { findUndoConflicts, planUndo, undoBody } from './undo-member-change.ts';

/** Sets the values of members back. */
export function useUndoMemberChange(): Undo {
  const loyalty = useApi().loyalty(useTeamId());
  return {
    plan: planUndo,
    disabledReason: useScopeReason('teams:write'),
    apply: async (event) => {
      const address = {
        params: { member: event.subject.id },
        query: { idParam: 'member_id' },
      } as const;
      const { data: current } = await loyalty.request(getMember, address);
      const conflicts = findUndoConflicts(event, current);
      if (conflicts.length > 0) throw new UndoConflictError(conflicts);
      await loyalty.request(updateMember, { ...address, body: undoBody(event, current) });
    },
  };
}

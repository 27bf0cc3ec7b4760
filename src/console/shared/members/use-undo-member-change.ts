import { useApi } from '#console/api/api-context.ts';
import { useScopeReason } from '#console/session/scope-reason.ts';
import { useTeamId } from '#console/session/team.ts';
import { type Undo, UndoConflictError } from '#console/shared/audit/undo.ts';
import { type AuditEvent, undoRequestId } from '#contract/audit/audit-events.ts';
import { getMember, updateMember } from '#contract/loyalty/members/members.ts';
import { findUndoConflicts, planUndo, undoBody } from './undo-member-change.ts';

export function useUndoMemberChange(): Undo {
  const loyalty = useApi().loyalty(useTeamId());
  const addressOf = ({ subject }: AuditEvent) =>
    ({ params: { member: subject.id }, query: { idParam: 'member_id' } }) as const;
  const load = async (event: AuditEvent) => {
    const { data: member } = await loyalty.request(getMember, addressOf(event));
    return { member, conflicts: findUndoConflicts(event, member) };
  };
  return {
    plan: planUndo,
    disabledReason: useScopeReason('teams:write', 'updateMember'),
    findConflicts: async (event) => (await load(event)).conflicts,
    apply: async (event) => {
      const { member, conflicts } = await load(event);
      if (conflicts.length > 0) throw new UndoConflictError(conflicts);
      await loyalty.request(updateMember, {
        ...addressOf(event),
        body: undoBody(event, member),
        requestId: undoRequestId(event.id),
      });
    },
  };
}

import { useApi } from '#console/api/api-context.ts';
import { membersKey } from '#console/features/members/members-queries.ts';
import { useScopeReason } from '#console/session/scope-reason.ts';
import { useTeamId } from '#console/session/team.ts';
import { ItemChanges } from '#console/shared/audit/item-changes.tsx';
import { type Undo, UndoConflictError } from '#console/shared/audit/undo.ts';
import { useReadableAudit } from '#console/shared/audit/use-readable-audit.ts';
import { CardSection } from '#console/ui/card.tsx';
import type { AuditEvent } from '#contract/audit/audit-events.ts';
import type { Member } from '#contract/loyalty/members/member.ts';
import { getMember, updateMember } from '#contract/loyalty/members/members.ts';
import { findUndoConflicts, planUndo, undoBody } from './undo-member-change.ts';

/** The latest changes of a member, for administrators. */
export function MemberChanges({ member }: { readonly member: Member }) {
  const teamId = useTeamId();
  const audit = useReadableAudit();
  const undo = useUndoMemberChange(member);
  if (!audit) return null;
  return (
    <CardSection title="Changes">
      <ItemChanges
        audit={audit}
        subject={{ type: 'member', id: member.member_id }}
        itemsKey={membersKey(teamId)}
        undo={undo}
      />
    </CardSection>
  );
}

function useUndoMemberChange({ id }: Member): Undo {
  const loyalty = useApi().loyalty(useTeamId());
  const params = { member: id };
  return {
    plan: planUndo,
    disabledReason: useScopeReason('teams:write'),
    apply: async (event: AuditEvent) => {
      const { data: current } = await loyalty.request(getMember, { params });
      const conflicts = findUndoConflicts(event, current);
      if (conflicts.length > 0) throw new UndoConflictError(conflicts);
      await loyalty.request(updateMember, { params, body: undoBody(event, current) });
    },
  };
}

import { Pencil } from 'lucide-react';
import { useNavigate } from 'react-router';
import { useScopeReason } from '#console/session/session-context.ts';
import { useTeamId } from '#console/session/team.ts';
import { MenuItem } from '#console/ui/overlay/menu-item.tsx';
import type { Member } from '#contract/loyalty/members/member.ts';
import { MemberActItems } from './member-action-items.tsx';
import type { MemberAct } from './member-actions.ts';
import { editMemberPath } from './member-name.ts';

interface MemberRowItemsProps {
  readonly member: Member;
  /** The list that the member stands in. */
  readonly search: string;
  readonly onAct: (act: MemberAct) => void;
}

/** What the menu of a row of the members table holds. */
export function MemberRowItems({ member, search, onAct }: MemberRowItemsProps) {
  const teamId = useTeamId();
  const navigate = useNavigate();
  return (
    <>
      <MenuItem
        icon={<Pencil />}
        disabledReason={useScopeReason('teams:write')}
        onSelect={() => void navigate(`${editMemberPath(teamId, member)}?${search}`)}
      >
        Edit
      </MenuItem>
      <MemberActItems member={member} onAct={onAct} />
    </>
  );
}

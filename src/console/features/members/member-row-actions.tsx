import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { useTeamId } from '#console/session/team.ts';
import { MenuLink } from '#console/ui/menu-item.tsx';
import { RowActions } from '#console/ui/row-actions.tsx';
import type { Member } from '#contract/loyalty/member.ts';
import { MemberActDialog } from './member-act-dialog.tsx';
import { MemberActItems } from './member-act-items.tsx';
import type { MemberAct } from './member-acts.ts';
import { editMemberPath, memberName } from './member-name.ts';

interface MemberRowActionsProps {
  readonly member: Member;
  /** The list that the member stands in. */
  readonly search: string;
}

/** The menu of a row of the members table. */
export function MemberRowActions({ member, search }: MemberRowActionsProps) {
  const teamId = useTeamId();
  const [act, setAct] = useState<MemberAct>();
  return (
    <>
      <RowActions row={memberName(member)}>
        <MenuLink icon={<Pencil />} to={`${editMemberPath(teamId, member)}?${search}`}>
          Edit
        </MenuLink>
        <MemberActItems member={member} onAct={setAct} />
      </RowActions>
      {act && <MemberActDialog member={member} act={act} onClose={() => setAct(undefined)} />}
    </>
  );
}

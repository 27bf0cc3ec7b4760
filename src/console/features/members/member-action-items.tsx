import { Ban, LogOut, RotateCcw, Trash2 } from 'lucide-react';
import { useScopeReason } from '#console/session/session-context.ts';
import { MenuItem } from '#console/ui/overlay/menu-item.tsx';
import type { Member } from '#contract/loyalty/members/member.ts';
import { ACT_WORDS, actsFor, type MemberAct } from './member-actions.ts';

const ICONS = {
  block: <Ban />,
  'opt-out': <LogOut />,
  reactivate: <RotateCcw />,
  delete: <Trash2 />,
};

interface MemberActItemsProps {
  readonly member: Member;
  readonly onAct: (act: MemberAct) => void;
}

/** The acts that a member's status leaves, as menu items. */
export function MemberActItems({ member, onAct }: MemberActItemsProps) {
  const disabledReason = useScopeReason('teams:write');
  return actsFor(member).map((act) => (
    <MenuItem
      key={act}
      icon={ICONS[act]}
      danger={act === 'delete'}
      disabledReason={disabledReason}
      onSelect={() => onAct(act)}
    >
      {ACT_WORDS[act].label}
    </MenuItem>
  ));
}

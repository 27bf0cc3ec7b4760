import { Ban, FileUser, LogOut, Pencil, Plus, RotateCcw, Tag, Trash2 } from 'lucide-react';
import { useNavigate } from 'react-router';
import { useApi } from '#console/api/api-context.ts';
import { paths } from '#console/paths.ts';
import { useScopeReason } from '#console/session/scope-reason.ts';
import { useCurrentTeam, useTeamId } from '#console/session/team.ts';
import { MenuItem } from '#console/ui/overlay/menu-item.tsx';
import type { Member } from '#contract/loyalty/members/member.ts';
import type { EditTagsState } from './form/fields/tags-field.tsx';
import {
  ACTION_TEXTS,
  type AdjustPointsState,
  type MemberAction,
  offeredActions,
} from './member-actions.ts';
import { editInListPath, memberPath } from './member-name.ts';

const ICONS = {
  block: <Ban />,
  'opt-out': <LogOut />,
  reactivate: <RotateCcw />,
  delete: <Trash2 />,
};

interface MemberActionItemsProps {
  readonly member: Member;
  readonly onSelect: (action: MemberAction) => void;
  /** An item above these shows why they are disabled. */
  readonly isReasonRepeated?: boolean;
}

/** The actions on a member, as menu items. */
export function MemberActionItems({
  member,
  onSelect,
  isReasonRepeated = false,
}: MemberActionItemsProps) {
  const teamId = useTeamId();
  const navigate = useNavigate();
  const editReason = useScopeReason('teams:write', 'updateMember');
  const deleteReason = useScopeReason('teams:write');
  const { personalData } = useApi();
  const isAdministrator = useCurrentTeam()?.meta?.can_administer !== false;
  const actions = offeredActions(member).map(({ action, disabledReason: statusReason }, index) => (
    <MenuItem
      key={action}
      icon={ICONS[action]}
      danger={action === 'delete'}
      disabledReason={(action === 'delete' ? deleteReason : editReason) ?? statusReason}
      isReasonRepeated={editReason !== undefined && (isReasonRepeated || index > 0)}
      onSelect={() => onSelect(action)}
    >
      {ACTION_TEXTS[action].menuLabel}
    </MenuItem>
  ));
  return (
    <>
      {personalData && (
        <MenuItem
          icon={<FileUser />}
          disabledReason={isAdministrator ? undefined : 'Only for administrators of this team'}
          onSelect={() => void navigate(paths.personalData(teamId, member.member_id))}
        >
          Personal data
        </MenuItem>
      )}
      {actions}
    </>
  );
}

interface MemberRowItemsProps extends MemberActionItemsProps {
  /** Query string of the list that shows the member. */
  readonly search: string;
}

/** The menu items of a row of the members table: what opens a form, and the actions. */
export function MemberRowItems({ member, search, onSelect }: MemberRowItemsProps) {
  const teamId = useTeamId();
  const navigate = useNavigate();
  const { points } = useApi();
  const disabledReason = useScopeReason('teams:write', 'updateMember');
  const isReasonRepeated = disabledReason !== undefined;
  const edit = (state?: EditTagsState) =>
    void navigate(`${editInListPath(teamId, member)}?${search}`, { state });
  const adjustPoints = () =>
    void navigate(`${memberPath(teamId, member)}?${search}`, {
      state: { adjustPoints: true } satisfies AdjustPointsState,
    });
  return (
    <>
      <MenuItem icon={<Pencil />} disabledReason={disabledReason} onSelect={() => edit()}>
        Edit
      </MenuItem>
      {points && (
        <MenuItem icon={<Plus />} {...{ disabledReason, isReasonRepeated }} onSelect={adjustPoints}>
          Adjust points
        </MenuItem>
      )}
      <MenuItem
        icon={<Tag />}
        {...{ disabledReason, isReasonRepeated }}
        onSelect={() => edit({ editTags: true })}
      >
        Add tags
      </MenuItem>
      <MemberActionItems member={member} onSelect={onSelect} isReasonRepeated />
    </>
  );
}

import { Download, Plus, Upload } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { MemberActionDialog } from '#console/features/members/member-action-dialog.tsx';
import { MemberRowItems } from '#console/features/members/member-action-items.tsx';
import type { MemberAction } from '#console/features/members/member-actions.ts';
import { editInListPath, memberName, memberPath } from '#console/features/members/member-name.ts';
import { paths } from '#console/paths.ts';
import { useScopeReason, useSupportLimits } from '#console/session/scope-reason.ts';
import { useTeamId } from '#console/session/team.ts';
import { Button } from '#console/ui/button/button.tsx';
import { useRowArrows, useRowKeys } from '#console/ui/hooks/use-row-keys.ts';
import { useShortcut } from '#console/ui/hooks/use-shortcut.ts';
import type { Member } from '#contract/loyalty/members/member.ts';

interface MembersActionsProps {
  /** Query string of the list. */
  readonly search: string;
  /** How many members match the filters. */
  readonly total: number | undefined;
  /** Undefined if the list can't be exported here. */
  readonly onExport: (() => void) | undefined;
  readonly canImport: boolean;
  /** Why neither is possible yet. */
  readonly waitReason: string | undefined;
}

export function MembersActions(props: MembersActionsProps) {
  const { search, total, onExport, canImport, waitReason } = props;
  const teamId = useTeamId();
  const navigate = useNavigate();
  const scopeReason = useScopeReason('teams:write');
  const { exportReason } = useSupportLimits();
  return (
    <>
      {onExport && (
        <Button
          icon={<Download />}
          disabledReason={
            exportReason(undefined) ??
            scopeReason ??
            waitReason ??
            (total === 0 ? 'No members to export' : undefined)
          }
          onClick={onExport}
        >
          Export
        </Button>
      )}
      {canImport && (
        <Button
          icon={<Upload />}
          disabledReason={scopeReason ?? waitReason}
          onClick={() => void navigate(paths.importMembers(teamId))}
        >
          Import
        </Button>
      )}
      <AddMemberButton label="Add member" search={search} />
    </>
  );
}

interface AddMemberButtonProps {
  readonly label: string;
  readonly variant?: 'primary' | 'secondary';
  /** Query string of the list behind the form. */
  readonly search: string;
}

/** Opens the form for a new member, also on "c". */
export function AddMemberButton({ label, variant = 'primary', search }: AddMemberButtonProps) {
  const teamId = useTeamId();
  const navigate = useNavigate();
  const disabledReason = useScopeReason('teams:write');
  const open = () => void navigate({ pathname: paths.newMember(teamId), search });
  useShortcut(['c', 'C'], () => (disabledReason === undefined ? open() : false));
  return (
    <Button variant={variant} icon={<Plus />} disabledReason={disabledReason} onClick={open}>
      {label}
    </Button>
  );
}

interface RowActionsOptions {
  readonly rows: readonly Member[];
  /** Query string of the list. */
  readonly search: string;
  /** Undefined if nothing is selected. */
  readonly onClearSelection: (() => void) | undefined;
}

/**
 * What can be done with a row: with its link, its menu and by keyboard.
 *
 * @returns link and menu, and the dialog that it opened: one for all rows keeps them cheap
 */
export function useRowActions({ rows, search, onClearSelection }: RowActionsOptions) {
  const teamId = useTeamId();
  const navigate = useNavigate();
  const canWrite = useScopeReason('teams:write', 'updateMember') === undefined;
  const [pending, setPending] = useState<{ member: Member; action: MemberAction }>();
  useRowArrows();
  useRowKeys({
    rows,
    onEdit: canWrite
      ? (member) => void navigate(`${editInListPath(teamId, member)}?${search}`)
      : undefined,
    onClear: onClearSelection,
  });
  return {
    href: (member: Member) => `${memberPath(teamId, member)}?${search}`,
    menu: {
      label: memberName,
      items: (member: Member) => (
        <MemberRowItems
          member={member}
          search={search}
          onSelect={(action) => setPending({ member, action })}
        />
      ),
    },
    dialog: pending && <MemberActionDialog {...pending} onClose={() => setPending(undefined)} />,
  };
}

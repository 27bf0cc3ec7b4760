import { Download, Plus, Upload } from 'lucide-react';
import { useNavigate } from 'react-router';
import { paths } from '#console/paths.ts';
import { useScopeReason } from '#console/session/scope-reason.ts';
import { useTeamId } from '#console/session/team.ts';
import { Button } from '#console/ui/button/button.tsx';
import { useShortcut } from '#console/ui/hooks/use-shortcut.ts';

interface ExportMembersButtonProps {
  /** How many members match the filters. */
  readonly total: number | undefined;
  readonly onClick: () => void;
}

/** Opens the export of all members that match. */
export function ExportMembersButton({ total, onClick }: ExportMembersButtonProps) {
  const scopeReason = useScopeReason('teams:write');
  return (
    <Button
      icon={<Download />}
      disabledReason={scopeReason ?? (total === 0 ? 'No members to export' : undefined)}
      onClick={onClick}
    >
      Export
    </Button>
  );
}

/** Opens the import of a file. */
export function ImportButton() {
  const teamId = useTeamId();
  const navigate = useNavigate();
  return (
    <Button
      icon={<Upload />}
      disabledReason={useScopeReason('teams:write')}
      onClick={() => void navigate(paths.importMembers(teamId))}
    >
      Import
    </Button>
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

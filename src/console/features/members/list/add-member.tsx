import { Plus } from 'lucide-react';
import { useNavigate } from 'react-router';
import { paths } from '#console/paths.ts';
import { useScopeReason } from '#console/session/session-context.ts';
import { useTeamId } from '#console/session/team.ts';
import { Button } from '#console/ui/button/button.tsx';

interface AddMemberProps {
  readonly label: string;
  /** Query string of the list behind the form. */
  readonly search: string;
}

/** Opens the form for a new member. */
export function AddMember({ label, search }: AddMemberProps) {
  const teamId = useTeamId();
  const navigate = useNavigate();
  return (
    <Button
      variant="primary"
      icon={<Plus />}
      disabledReason={useScopeReason('teams:write')}
      onClick={() => void navigate({ pathname: paths.newMember(teamId), search })}
    >
      {label}
    </Button>
  );
}

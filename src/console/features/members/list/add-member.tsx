import { Plus } from 'lucide-react';
import { useNavigate } from 'react-router';
import { paths } from '#console/paths.ts';
import { useScopeReason } from '#console/session/session-context.ts';
import { useTeamId } from '#console/session/team.ts';
import { Button } from '#console/ui/button/button.tsx';

interface AddMemberProps {
  /** Names the button: "Add member". */
  readonly label: string;
  /** The list that stands under the form. */
  readonly search: string;
}

/** The way to the form for a new member, or why it is off. */
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

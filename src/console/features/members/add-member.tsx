import { Plus } from 'lucide-react';
import { paths } from '#console/paths.ts';
import { useScopeReason } from '#console/session/session-context.ts';
import { useTeamId } from '#console/session/team.ts';
import { Button } from '#console/ui/button.tsx';
import { LinkButton } from '#console/ui/link-button.tsx';

interface AddMemberProps {
  /** The list that stands under the form. */
  readonly search: string;
}

/** The way to the form for a new member, or why it is off. */
export function AddMember({ search }: AddMemberProps) {
  const teamId = useTeamId();
  const disabledReason = useScopeReason('teams:write');
  if (disabledReason !== undefined) {
    return (
      <Button variant="primary" icon={<Plus />} disabledReason={disabledReason}>
        Add member
      </Button>
    );
  }
  return (
    <LinkButton
      variant="primary"
      icon={<Plus />}
      to={{ pathname: paths.newMember(teamId), search }}
    >
      Add member
    </LinkButton>
  );
}

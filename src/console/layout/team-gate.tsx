import { Users } from 'lucide-react';
import { Outlet, useParams } from 'react-router';
import { paths } from '#console/paths.ts';
import { useCurrentUser } from '#console/session/current-user.ts';
import { LinkButton } from '#console/ui/link-button.tsx';
import { EmptyState } from '#console/ui/list-states.tsx';
import { PageHeader } from '#console/ui/page-header.tsx';

/**
 * The pages of the team in the address. They are shown while it is still being read who the person
 * is, because they ask for themselves; a team that is none of the person's has no pages.
 */
export function TeamGate() {
  const { teamId } = useParams();
  const { data: user } = useCurrentUser();
  const isForeign = user !== undefined && !user.teams.some(({ id }) => id === teamId);
  return isForeign ? <UnknownTeamPage /> : <Outlet />;
}

function UnknownTeamPage() {
  return (
    <>
      <PageHeader title="Team not found" />
      <EmptyState
        icon={<Users />}
        title="You aren't in this team"
        action={<LinkButton to={paths.home()}>Go to your team</LinkButton>}
      >
        <p>
          It may not exist, or nobody has added you to it. Whoever sent you the link can ask an
          administrator of the team to add you.
        </p>
      </EmptyState>
    </>
  );
}

import { Navigate, Outlet, useParams } from 'react-router';
import { paths } from '#console/paths.ts';
import { useCurrentUser } from '#console/session/current-user.ts';
import { useCurrentTeam } from '#console/session/team.ts';
import { Administrators } from '#console/ui/page/administrators.ts';
import { MissingTeamPage } from './status/status-pages.tsx';

const NOBODY: readonly string[] = [];

/** `/` redirects to the team that was viewed last. */
export function Home() {
  const { isPending } = useCurrentUser();
  const team = useCurrentTeam();
  if (team) return <Navigate to={paths.overview(team.id)} replace />;
  if (isPending) return null;
  return <MissingTeamPage />;
}

/**
 * Shows the pages of a team to its users only. They are shown while the user is still loading, because
 * the services check each request themselves.
 */
export function TeamGuard() {
  const { teamId } = useParams();
  const { data: user } = useCurrentUser();
  const team = useCurrentTeam();
  if (!user || user.teams.some(({ id }) => id === teamId)) {
    return (
      <Administrators value={team?.meta?.administrators ?? NOBODY}>
        <Outlet />
      </Administrators>
    );
  }
  return <MissingTeamPage />;
}

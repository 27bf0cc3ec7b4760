import { Navigate } from 'react-router';
import { paths } from '#console/paths.ts';
import { useCurrentUser } from '#console/session/current-user.ts';
import { useShownTeam } from '#console/session/team.ts';
import { PageFrame } from './page-frame.tsx';
import { noTeamPage } from './status/lazy-status-pages.ts';

/** `/` leads on to the team that was looked at last. */
export function Home() {
  const { isPending } = useCurrentUser();
  const team = useShownTeam();
  if (team) return <Navigate to={paths.overview(team.id)} replace />;
  if (isPending) return null;
  return (
    <PageFrame>
      <noTeamPage.Component />
    </PageFrame>
  );
}

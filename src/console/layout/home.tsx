import { Navigate } from 'react-router';
import { paths } from '#console/paths.ts';
import { useCurrentUser } from '#console/session/current-user.ts';
import { useShownTeam } from '#console/session/team.ts';
import { noTeamPage } from './lazy-status-pages.ts';
import { PageFrame } from './page-frame.tsx';

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

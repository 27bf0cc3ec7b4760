import { Outlet, useParams } from 'react-router';
import { useCurrentUser } from '#console/session/current-user.ts';
import { PageFrame } from './page-frame.tsx';
import { unknownTeamPage } from './status/lazy-status-pages.ts';

/**
 * The pages of the team in the address. They are shown while it is still being read who the person
 * is, because they ask for themselves; a team that is none of the person's has no pages.
 */
export function TeamGate() {
  const { teamId } = useParams();
  const { data: user } = useCurrentUser();
  const isForeign = user !== undefined && !user.teams.some(({ id }) => id === teamId);
  if (!isForeign) return <Outlet />;
  return (
    <PageFrame>
      <unknownTeamPage.Component />
    </PageFrame>
  );
}

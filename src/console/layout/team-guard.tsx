import { Navigate, Outlet, useNavigation, useParams } from 'react-router';
import { ApiError } from '#console/api/errors/api-error.ts';
import { paths } from '#console/paths.ts';
import { useCurrentUser } from '#console/session/current-user.ts';
import { useCurrentTeam } from '#console/session/team.ts';
import { LazyPart, lazyCode } from '#console/ui/lazy-part.tsx';
import { Administrators } from '#console/ui/page/administrators.ts';

const missingTeamPage = lazyCode(
  async () => (await import('./status/status-pages.tsx')).MissingTeamPage,
);
const unmetRulePage = lazyCode(
  async () => (await import('./status/status-pages.tsx')).UnmetRulePage,
);
const NOBODY: readonly string[] = [];

/** `/` redirects to the team that was viewed last, unless a link was followed while the user was loading. */
export function Home() {
  const { isPending } = useCurrentUser();
  const team = useCurrentTeam();
  const isLeaving = useNavigation().state !== 'idle';
  if (isLeaving) return null;
  if (team) return <Navigate to={paths.overview(team.id)} replace />;
  if (isPending) return null;
  return <LazyPart code={missingTeamPage} props={{}} />;
}

/**
 * Shows the pages of a team to its users only. They are shown while the user is still loading, because
 * the services check each request themselves.
 */
export function TeamGuard() {
  const { teamId } = useParams();
  const { data: user, error } = useCurrentUser();
  const team = useCurrentTeam();
  // Without the scope for the user, no page can know the team.
  const isUnreadable = !user && error instanceof ApiError && error.missingScope !== undefined;
  if ((!user && !isUnreadable) || user?.teams.some(({ id }) => id === teamId)) {
    return (
      <Administrators value={team?.meta?.administrators ?? NOBODY}>
        {team?.meta?.unmet_rule === undefined ? (
          <Outlet />
        ) : (
          <LazyPart code={unmetRulePage} props={{ team }} />
        )}
      </Administrators>
    );
  }
  return <LazyPart code={missingTeamPage} props={{}} />;
}

import { Users } from 'lucide-react';
import { Navigate } from 'react-router';
import { explain } from '#console/api/explain.ts';
import { paths } from '#console/paths.ts';
import { useCurrentUser } from '#console/session/current-user.ts';
import { useShownTeam } from '#console/session/team.ts';
import { EmptyState, FailedState } from '#console/ui/list-states.tsx';
import { PageHeader } from '#console/ui/page-header.tsx';

/** `/` leads on to the team that was looked at last. */
export function HomePage() {
  const user = useCurrentUser();
  const team = useShownTeam();
  if (team) return <Navigate to={paths.overview(team.id)} replace />;
  const problem = explain(user.error, "Your teams couldn't be loaded");
  if (problem) {
    return (
      <>
        <PageHeader title="Patron" />
        <FailedState
          problem={problem}
          retrying={user.isFetching}
          onRetry={() => void user.refetch()}
        />
      </>
    );
  }
  if (user.isPending) return null;
  return (
    <>
      <PageHeader title="Welcome" />
      <EmptyState icon={<Users />} title="You are in no team yet">
        <p>Ask an administrator of a team to add you, then reload this page.</p>
      </EmptyState>
    </>
  );
}

import { FileQuestion, Users } from 'lucide-react';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { paths } from '#console/paths.ts';
import { useCurrentUser } from '#console/session/current-user.ts';
import { LinkButton } from '#console/ui/button/link-button.tsx';
import { EmptyState, ErrorState } from '#console/ui/page/list-states.tsx';
import { PageHeader } from '#console/ui/page/page-header.tsx';

export function NotFoundPage() {
  return (
    <>
      <PageHeader title="Page not found" isPlaceholder />
      <EmptyState
        icon={<FileQuestion />}
        title="There's no page at this address"
        action={<LinkButton to={paths.home()}>Go to the overview</LinkButton>}
      >
        <p>The link may be out of date or mistyped.</p>
      </EmptyState>
    </>
  );
}

/** The user has no team, or is not on the team in the address. */
export function MissingTeamPage() {
  const { data: user } = useCurrentUser();
  return user && user.teams.length > 0 ? <UnknownTeamPage /> : <NoTeamPage />;
}

/** Doesn't reveal whether the team exists. */
function UnknownTeamPage() {
  return (
    <>
      <PageHeader title="Team not found" isPlaceholder />
      <EmptyState
        icon={<Users />}
        title="You're not on this team"
        action={<LinkButton to={paths.home()}>Go to your team</LinkButton>}
      >
        <p>
          The team may not exist, or you may not have been added yet. Ask an administrator of the
          team to add you.
        </p>
      </EmptyState>
    </>
  );
}

/** The user has no team, or the teams failed to load. */
function NoTeamPage() {
  const user = useCurrentUser();
  const userError = toUserFacingError(user.error, "Couldn't load your teams");
  if (userError) {
    return (
      <>
        <PageHeader title="Patron" />
        <ErrorState
          error={userError}
          retrying={user.isFetching}
          onRetry={() => void user.refetch()}
        />
      </>
    );
  }
  return (
    <>
      <PageHeader title="Welcome" />
      <EmptyState icon={<Users />} title="You're not on a team yet">
        <p>Ask an administrator of a team to add you, then reload this page.</p>
      </EmptyState>
    </>
  );
}

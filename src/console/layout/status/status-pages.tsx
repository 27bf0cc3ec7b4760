import { FileQuestion, Users } from 'lucide-react';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { paths } from '#console/paths.ts';
import { useCurrentUser } from '#console/session/current-user.ts';
import { LinkButton } from '#console/ui/button/link-button.tsx';
import { EmptyState, ErrorState } from '#console/ui/page/list-states.tsx';
import { PageHeader } from '#console/ui/page/page-header.tsx';

/** No page has this address. */
export function NotFoundPage() {
  return (
    <>
      <PageHeader title="Page not found" />
      <EmptyState
        icon={<FileQuestion />}
        title="There is no page at this address"
        action={<LinkButton to={paths.home()}>Go to the overview</LinkButton>}
      >
        <p>The link may be old, or a letter of the address may be missing.</p>
      </EmptyState>
    </>
  );
}

/** The team in the address is none of the person's; which it is, or whether, is not told. */
export function UnknownTeamPage() {
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

/** No team is known to begin with: there is none, or the teams could not be read. */
export function NoTeamPage() {
  const user = useCurrentUser();
  const problem = toUserFacingError(user.error, "Your teams couldn't be loaded");
  if (problem) {
    return (
      <>
        <PageHeader title="Patron" />
        <ErrorState
          error={problem}
          retrying={user.isFetching}
          onRetry={() => void user.refetch()}
        />
      </>
    );
  }
  return (
    <>
      <PageHeader title="Welcome" />
      <EmptyState icon={<Users />} title="You are in no team yet">
        <p>Ask an administrator of a team to add you, then reload this page.</p>
      </EmptyState>
    </>
  );
}

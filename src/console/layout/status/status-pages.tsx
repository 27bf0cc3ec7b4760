import { useQuery } from '@tanstack/react-query';
import { FileQuestion, KeyRound, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { useApi } from '#console/api/api-context.ts';
import { ApiError } from '#console/api/errors/api-error.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { missingScopeMessage } from '#console/api/errors/missing-scope.ts';
import { isQueryLoading } from '#console/api/queries/is-query-loading.ts';
import { formatDateTime } from '#console/lib/dates/format-date.ts';
import { paths } from '#console/paths.ts';
import { useCurrentUser } from '#console/session/current-user.ts';
import { useSession } from '#console/session/session-context.ts';
import { securityEventsQuery } from '#console/shared/people/security-events-query.ts';
import { Button } from '#console/ui/button/button.tsx';
import { LinkButton } from '#console/ui/button/link-button.tsx';
import { EmptyState, ErrorState } from '#console/ui/page/list-states.tsx';
import { PageHeader } from '#console/ui/page/page-header.tsx';

/** In the same lazily loaded file, because it is small and rarely needed, too. */
export { TeamBanner } from './role-banner.tsx';
export { UnmetRulePage } from './unmet-rule-page.tsx';

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
        <Removal>
          <p>
            The team may not exist, or you may not have been added yet. Ask an administrator of the
            team to add you.
          </p>
        </Removal>
      </EmptyState>
    </>
  );
}

/** The user has no team, or the teams failed to load. */
function NoTeamPage() {
  const user = useCurrentUser();
  const userError = toUserFacingError(user.error, "Couldn't load your teams");
  if (user.error instanceof ApiError && user.error.missingScope !== undefined) {
    return <MissingUserScopePage scope={user.error.missingScope} />;
  }
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
      <EmptyState icon={<Users />} title="You're not on a team">
        <Removal>
          <p>Ask an administrator of a team to add you, then reload this page.</p>
        </Removal>
      </EmptyState>
    </>
  );
}

interface RemovalProps {
  /** Shown if nobody removed the user. */
  readonly children: ReactNode;
}

/** Who removed the user from the team of the address, or from the last one, and when. */
function Removal({ children }: RemovalProps) {
  const { account } = useApi();
  const { teamId } = useParams();
  const { data: user } = useCurrentUser();
  const query = useQuery(securityEventsQuery(account));
  if (isQueryLoading(query)) return null;
  const last = query.data?.find(
    ({ action, subject }) =>
      action.startsWith('person.') && (teamId === undefined || subject.id === teamId),
  );
  if (last?.action !== 'person.delete') return children;
  const { actor, subject } = last;
  const at = formatDateTime(new Date(last.at));
  return (
    <p>
      {actor.id === user?.id
        ? `You left ${subject.name} on ${at}.`
        : `${actor.name} removed you from ${subject.name} on ${at}. Ask ${actor.kind === 'user' ? 'them' : 'an administrator'} if this is a mistake.`}
    </p>
  );
}

/** The sign-in didn't grant what the console needs to know the user. */
function MissingUserScopePage({ scope }: { readonly scope: string }) {
  const session = useSession();
  const { pathname, search } = location;
  return (
    <>
      <PageHeader title="Patron" />
      <EmptyState
        icon={<KeyRound />}
        title={missingScopeMessage(scope).title}
        action={
          <Button variant="primary" onClick={() => void session.signIn(pathname + search)}>
            Sign in again
          </Button>
        }
      >
        <p>
          The console can't show your teams without it. Sign in again and allow it, or ask your
          Patron administrator.
        </p>
        <p>
          Requires the <code>{scope}</code> scope.
        </p>
      </EmptyState>
    </>
  );
}

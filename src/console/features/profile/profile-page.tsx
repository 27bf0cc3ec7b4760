import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useApi } from '#console/api/api-context.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { paths } from '#console/paths.ts';
import { useCurrentUser } from '#console/session/current-user.ts';
import { profileQuery } from '#console/session/profile-query.ts';
import { Card, CardSection } from '#console/ui/card.tsx';
import { ErrorState } from '#console/ui/page/list-states.tsx';
import { PageHeader } from '#console/ui/page/page-header.tsx';
import { PageStack } from '#console/ui/page/page-stack.tsx';
import { Skeleton } from '#console/ui/skeleton.tsx';
import type { Team } from '#contract/advocacy/teams.ts';
import { ProfileForm } from './profile-form.tsx';
import styles from './profile-page.module.css';
import { RemindersSection } from './reminders-section.tsx';
import { VerifyEmail } from './verify-email.tsx';

const LOAD_ERROR_TITLE = "Couldn't load your profile";

export function ProfilePage() {
  const currentUser = useCurrentUser();
  const { data: user } = currentUser;
  const api = useApi();
  const profile = useQuery(profileQuery(api));
  return (
    <PageStack width="form">
      <PageHeader title="Profile" description="Your account details." />
      <Card>
        <CardSection>
          {user && profile.data !== undefined ? (
            <ProfileForm user={user} profile={profile.data} />
          ) : (
            <ProfilePlaceholder queries={[currentUser, profile]} />
          )}
        </CardSection>
        {user && api.account && !user.isEmailVerified && (
          <CardSection title="Not verified yet">
            <VerifyEmail key={user.email} user={user} account={api.account} />
          </CardSection>
        )}
      </Card>
      {user && (
        <>
          <Card>
            <CardSection title="Teams">
              <TeamList teams={user.teams} />
            </CardSection>
          </Card>
          <RemindersSection />
        </>
      )}
    </PageStack>
  );
}

/** Shown until both queries have data. */
function ProfilePlaceholder({ queries }: { readonly queries: readonly UseQueryResult[] }) {
  const failed = queries.find(({ data, isError }) => data === undefined && isError);
  if (failed) {
    return (
      <ErrorState
        error={toUserFacingError(failed.error, LOAD_ERROR_TITLE) ?? { title: LOAD_ERROR_TITLE }}
        retrying={failed.isFetching}
        onRetry={() => void failed.refetch()}
      />
    );
  }
  return (
    <div role="status" aria-label="Loading your profile" className={styles.placeholder}>
      <Skeleton width="96px" />
      <Skeleton height={36} />
      <Skeleton width="96px" />
      <Skeleton height={36} />
      <Skeleton width="72px" height={32} />
    </div>
  );
}

function TeamList({ teams }: { readonly teams: readonly Team[] }) {
  if (teams.length === 0) {
    return <p>You're not on a team yet. Ask an administrator to add you to one.</p>;
  }
  return (
    <ul className={styles.teams}>
      {teams.map(({ id, attributes, meta }) => (
        <li key={id} className={styles.team}>
          <Link to={paths.overview(id)}>{attributes.name}</Link>
          {meta?.role && <span className={styles.role}>{meta.role}</span>}
        </li>
      ))}
    </ul>
  );
}

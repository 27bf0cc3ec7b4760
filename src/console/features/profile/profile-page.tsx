import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { useCurrentUser } from '#console/session/current-user.ts';
import { Card, CardSection } from '#console/ui/card.tsx';
import { ErrorState } from '#console/ui/page/list-states.tsx';
import { PageHeader } from '#console/ui/page/page-header.tsx';
import { PageStack } from '#console/ui/page/page-stack.tsx';
import { Skeleton } from '#console/ui/skeleton.tsx';
import { EmailForm } from './email-form.tsx';
import styles from './profile-page.module.css';
import { TeamList } from './team-list.tsx';

const UNREAD = "Your profile couldn't be read";

/** The person: the address that they sign in with, and the teams that they are in. */
export function ProfilePage() {
  const { data: user, error, isFetching, refetch } = useCurrentUser();
  return (
    <PageStack>
      <PageHeader title="Profile" description="Who you are here, and how you are reached." />
      {user ? (
        <>
          <Card>
            <CardSection>
              <EmailForm user={user} />
            </CardSection>
          </Card>
          <Card>
            <CardSection title="Teams">
              <TeamList teams={user.teams} />
            </CardSection>
          </Card>
        </>
      ) : (
        <Card>
          <CardSection>
            {error ? (
              <ErrorState
                error={toUserFacingError(error, UNREAD) ?? { title: UNREAD }}
                retrying={isFetching}
                onRetry={() => void refetch()}
              />
            ) : (
              <div role="status" aria-label="Loading your profile" className={styles.placeholder}>
                <Skeleton width="96px" />
                <Skeleton height={36} />
                <Skeleton width="72px" height={32} />
              </div>
            )}
          </CardSection>
        </Card>
      )}
    </PageStack>
  );
}

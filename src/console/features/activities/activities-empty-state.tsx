import type { UseQueryResult } from '@tanstack/react-query';
import { Sparkles, Unplug } from 'lucide-react';
import { ApiError } from '#console/api/errors/api-error.ts';
import type { UserFacingError } from '#console/lib/user-facing-error.ts';
import { Button } from '#console/ui/button/button.tsx';
import { EmptyState, ErrorState } from '#console/ui/page/list-states.tsx';
import type { ActivitiesPage } from './activities-queries.ts';

interface ActivitiesVacantProps {
  /** There are activities, but none from here on. */
  readonly isPastEnd: boolean;
  readonly onFirstPage: () => void;
  readonly reading: UseQueryResult<ActivitiesPage>;
  /** Why they could not be read. */
  readonly problem: UserFacingError | undefined;
}

/** Why no activities are shown, and the way on. */
export function ActivitiesVacant(props: ActivitiesVacantProps) {
  const { isPastEnd, onFirstPage, reading, problem } = props;
  if (reading.error instanceof ApiError && reading.error.status === 404) {
    return (
      <EmptyState icon={<Unplug />} title="This team has no loyalty program">
        <p>Whoever runs Patron connects a team with its program. Activities appear here then.</p>
      </EmptyState>
    );
  }
  if (problem) {
    return (
      <ErrorState
        error={problem}
        retrying={reading.isFetching}
        onRetry={() => void reading.refetch()}
      />
    );
  }
  if (isPastEnd) {
    return (
      <EmptyState
        title="The list ends before this page"
        action={<Button onClick={onFirstPage}>Go to the first page</Button>}
      >
        <p>Activities were taken away since the link was made, or the link is not whole.</p>
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={<Sparkles />} title="No activities yet">
      <p>
        Members earn points by activities: a purchase, a review, a visit. They are set up in the
        loyalty program itself.
      </p>
    </EmptyState>
  );
}

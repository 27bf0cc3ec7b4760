import type { UseQueryResult } from '@tanstack/react-query';
import { Unplug, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { ApiError } from '#console/api/errors/api-error.ts';
import type { MembersPage } from '#console/features/members/members-queries.ts';
import type { UserFacingError } from '#console/lib/user-facing-error.ts';
import { Button } from '#console/ui/button/button.tsx';
import { EmptyState, ErrorState, NoMatchState } from '#console/ui/page/list-states.tsx';
import { describeFilters } from './filter-labels.ts';
import { hasFilters, type MembersView, NO_FILTERS } from './members-view.ts';

interface MembersVacantProps {
  readonly view: MembersView;
  readonly reading: UseQueryResult<MembersPage>;
  /** Why they could not be read. */
  readonly problem: UserFacingError | undefined;
  readonly change: (changes: Partial<MembersView>) => void;
  /** The button that adds a member. */
  readonly add: ReactNode;
}

/** Why no members are shown, and the way on. */
export function MembersVacant({ view, reading, problem, change, add }: MembersVacantProps) {
  const { error, isFetching, refetch } = reading;
  const isOldCursor = error instanceof ApiError && error.status === 400;
  if (view.cursor !== undefined && (isOldCursor || (reading.data && reading.data.total > 0))) {
    return (
      <EmptyState
        title="This page of the list is gone"
        action={<Button onClick={() => change({})}>Go to the first page</Button>}
      >
        <p>The list has changed since the link was made, or the link is not whole.</p>
      </EmptyState>
    );
  }
  if (error instanceof ApiError && error.status === 404) {
    return (
      <EmptyState icon={<Unplug />} title="This team has no loyalty program">
        <p>Whoever runs Patron connects a team with its program. Members appear here then.</p>
      </EmptyState>
    );
  }
  if (problem) {
    return <ErrorState error={problem} retrying={isFetching} onRetry={() => void refetch()} />;
  }
  if (hasFilters(view)) {
    return (
      <NoMatchState
        what="members"
        filters={describeFilters(view)}
        onClear={() => change(NO_FILTERS)}
      />
    );
  }
  return (
    <EmptyState icon={<Users />} title="No active members yet" action={add}>
      <p>
        Members collect points and climb tiers. Add the first one here, or let your shop enrol them.
      </p>
    </EmptyState>
  );
}

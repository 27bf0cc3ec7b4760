import { useQuery } from '@tanstack/react-query';
import { useApi } from '#console/api/api-context.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { OutdatedBanner } from '#console/ui/page/outdated-banner.tsx';
import { useEnrollments } from './enrollments/use-enrollments.ts';
import {
  expiringAccountsQuery,
  latestEventsQuery,
  memberTotalsQuery,
  pendingDomainsQuery,
} from './overview-queries.ts';

/**
 * That what the page shows was read before, and could not be read again. The panels read them, this
 * only looks on; a panel that has nothing to show says so itself.
 */
export function OverviewOutdated({ teamId }: { readonly teamId: string }) {
  const api = useApi();
  const { inbox } = api;
  const readings = [
    useQuery({ ...expiringAccountsQuery(api, teamId), enabled: false }),
    useQuery({ ...pendingDomainsQuery(api, teamId), enabled: false }),
    useQuery({ ...memberTotalsQuery(api, teamId), enabled: false }),
    useEnrollments(teamId, false),
    useQuery({ ...latestEventsQuery(inbox, teamId), enabled: false }),
  ];
  const outdated = readings.filter(({ data, error }) => data !== undefined && error !== null);
  const problem = toUserFacingError(
    outdated[0]?.error,
    "Parts of this page couldn't be read again",
  );
  if (!problem) return null;
  function readAgain() {
    for (const { refetch } of outdated) void refetch();
  }
  return (
    <OutdatedBanner
      error={problem}
      retrying={outdated.some(({ isFetching }) => isFetching)}
      onRetry={readAgain}
    />
  );
}

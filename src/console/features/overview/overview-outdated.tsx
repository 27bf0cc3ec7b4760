import { useQuery } from '@tanstack/react-query';
import { useApi } from '#console/api/api-context.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { allAccountsQuery } from '#console/shared/accounts/all-accounts-query.ts';
import { OutdatedBanner } from '#console/ui/page/outdated-banner.tsx';
import { useEnrollments } from './enrollments/use-enrollments.ts';
import { facetsQuery } from './members/facets.ts';
import { domainsQuery, latestEventsQuery, memberTotalsQuery } from './overview-queries.ts';

/**
 * A banner if a query of the page has data but its last refetch failed. Only observes the queries that
 * the panels fetch. Panels without data show their own error.
 */
export function OverviewOutdated({ teamId }: { readonly teamId: string }) {
  const api = useApi();
  const { inbox } = api;
  const queries = [
    useQuery({ ...allAccountsQuery(api, teamId), enabled: false }),
    useQuery({ ...domainsQuery(api, teamId), enabled: false }),
    useQuery({ ...facetsQuery(api, teamId), enabled: false }),
    useQuery({ ...memberTotalsQuery(api, teamId), enabled: false }),
    useEnrollments(teamId, false),
    useQuery({ ...latestEventsQuery(inbox, teamId), enabled: false }),
  ];
  const outdated = queries.filter((query) => query.data !== undefined && query.error !== null);
  const error = toUserFacingError(outdated[0]?.error, "Couldn't refresh parts of this page");
  if (!error) return null;
  function retry() {
    for (const { refetch } of outdated) void refetch();
  }
  return (
    <OutdatedBanner
      error={error}
      retrying={outdated.some(({ isFetching }) => isFetching)}
      onRetry={retry}
    />
  );
}

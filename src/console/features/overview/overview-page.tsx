import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useApi } from '#console/api/api-context.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { useMissingScope } from '#console/session/session-context.ts';
import { useTeamId } from '#console/session/team.ts';
import { allAccountsQuery } from '#console/shared/accounts/all-accounts-query.ts';
import { domainsQuery } from '#console/shared/domains/domains-query.ts';
import { useLiveInbox } from '#console/shared/inbox/use-live-inbox.ts';
import { facetsKey, facetsQuery } from '#console/shared/loyalty/facets-query.ts';
import { NoLoyaltyProgram } from '#console/shared/loyalty/no-loyalty-program.tsx';
import { isNotFound } from '#console/shared/panel-state.tsx';
import { Card } from '#console/ui/card.tsx';
import { OutdatedBanner } from '#console/ui/page/outdated-banner.tsx';
import { PageHeader } from '#console/ui/page/page-header.tsx';
import { AccountHealthPanel } from './account-health-panel.tsx';
import { AttentionPanel } from './attention/attention-panel.tsx';
import { EnrollmentsPanel } from './enrollments/enrollments-panel.tsx';
import { useEnrollments } from './enrollments/use-enrollments.ts';
import { FiguresPanel } from './figures/figures-panel.tsx';
import { LatestEventsPanel } from './latest-events-panel.tsx';
import { useFacets, useMemberTotals } from './members/facets.ts';
import { StatusesPanel } from './members/statuses-panel.tsx';
import { TagsPanel } from './members/tags-panel.tsx';
import { TiersPanel } from './members/tiers-panel.tsx';
import styles from './overview-page.module.css';
import { latestEventsQuery, memberTotalsQuery } from './overview-queries.ts';
import { PointsPanel } from './points/points-panel.tsx';

/** Each panel loads, and fails, on its own. */
export function OverviewPage() {
  const teamId = useTeamId();
  const { sections, inbox } = useApi();
  const canReadMembers = useMissingScope('teams:read') === undefined && sections.loyalty;
  const { facets } = useFacets(teamId, canReadMembers);
  const hasNoProgram = isNotFound(useMemberTotals(teamId, canReadMembers).error);
  const hasMembers = sections.loyalty && !hasNoProgram;
  const canReadEvents = useMissingScope('webhooks:read') === undefined;
  return (
    <>
      <PageHeader
        title="Overview"
        description="What needs your attention, and how the program is doing."
      />
      <div className={styles.panels}>
        <OverviewOutdated teamId={teamId} />
        <AttentionPanel teamId={teamId} />
        {hasMembers && <FiguresPanel teamId={teamId} inbox={inbox} />}
        {hasNoProgram && (
          <Card>
            <NoLoyaltyProgram what="Members and points" />
          </Card>
        )}
        {facets && <PointsPanel teamId={teamId} />}
        <div className={styles.pictures}>
          <div className={styles.column}>
            {hasMembers && <EnrollmentsPanel teamId={teamId} />}
            {facets && <TiersPanel teamId={teamId} facets={facets} />}
          </div>
          <div className={styles.column}>
            {sections.accounts && <AccountHealthPanel teamId={teamId} />}
            {hasMembers && <StatusesPanel teamId={teamId} />}
            {facets && <TagsPanel teamId={teamId} facets={facets} />}
          </div>
        </div>
        {inbox && <LatestEventsPanel teamId={teamId} inbox={inbox} />}
        {inbox && canReadEvents && <LiveUpdates teamId={teamId} />}
      </div>
    </>
  );
}

/** Refetches the inbox's panels when an event arrives, and the members' when it is about a member. */
function LiveUpdates({ teamId }: { readonly teamId: string }) {
  const queryClient = useQueryClient();
  useLiveInbox(teamId, (memberIds) => {
    if (memberIds.size === 0) return;
    void queryClient.invalidateQueries({ queryKey: facetsKey(teamId) });
  });
  return null;
}

/**
 * A banner if a query of the page has data but its last refetch failed. Only observes the queries that
 * the panels fetch. Panels without data show their own error.
 */
function OverviewOutdated({ teamId }: { readonly teamId: string }) {
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

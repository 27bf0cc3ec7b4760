import { useQueryClient } from '@tanstack/react-query';
import { useApi } from '#console/api/api-context.ts';
import { useMissingScope } from '#console/session/session-context.ts';
import { useTeamId } from '#console/session/team.ts';
import { useLiveInbox } from '#console/shared/webhooks/live/use-live-inbox.ts';
import { PageHeader } from '#console/ui/page/page-header.tsx';
import { AccountHealthPanel } from './account-health-panel.tsx';
import { AttentionPanel } from './attention-panel.tsx';
import { EnrollmentsPanel } from './enrollments/enrollments-panel.tsx';
import { FiguresPanel } from './figures-panel.tsx';
import { LatestEventsPanel } from './latest-events-panel.tsx';
import { useFacets } from './members/facets.ts';
import { StatusesPanel } from './members/statuses-panel.tsx';
import { TagsPanel } from './members/tags-panel.tsx';
import { TiersPanel } from './members/tiers-panel.tsx';
import { OverviewOutdated } from './overview-outdated.tsx';
import styles from './overview-page.module.css';

/** Each panel loads, and fails, on its own. */
export function OverviewPage() {
  const teamId = useTeamId();
  const { inbox } = useApi();
  const { facets } = useFacets(teamId, useMissingScope('teams:read') === undefined);
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
        <FiguresPanel teamId={teamId} inbox={inbox} />
        <div className={styles.pictures}>
          <div className={styles.column}>
            <EnrollmentsPanel teamId={teamId} />
            {facets && <TiersPanel teamId={teamId} facets={facets} />}
          </div>
          <div className={styles.column}>
            <AccountHealthPanel teamId={teamId} />
            <StatusesPanel teamId={teamId} />
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
    void queryClient.invalidateQueries({ queryKey: ['teams', teamId, 'members', 'facets'] });
  });
  return null;
}

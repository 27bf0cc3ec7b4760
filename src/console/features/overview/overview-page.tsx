import { useApi } from '#console/api/api-context.ts';
import { useTeamId } from '#console/session/team.ts';
import { PageHeader } from '#console/ui/page/page-header.tsx';
import { AccountHealthPanel } from './account-health-panel.tsx';
import { AttentionPanel } from './attention-panel.tsx';
import { EnrollmentsPanel } from './enrollments/enrollments-panel.tsx';
import { FiguresPanel } from './figures-panel.tsx';
import { LatestEventsPanel } from './latest-events-panel.tsx';
import { OverviewOutdated } from './overview-outdated.tsx';
import styles from './overview-page.module.css';
import { StatusesPanel } from './statuses-panel.tsx';

/** Each panel loads, and fails, on its own. */
export function OverviewPage() {
  const teamId = useTeamId();
  const { inbox } = useApi();
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
          <EnrollmentsPanel teamId={teamId} />
          <div className={styles.aside}>
            <AccountHealthPanel teamId={teamId} />
            <StatusesPanel teamId={teamId} />
          </div>
        </div>
        {inbox && <LatestEventsPanel teamId={teamId} inbox={inbox} />}
      </div>
    </>
  );
}

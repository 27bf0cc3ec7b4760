import { useTeamId } from '#console/session/team.ts';
import { PageHeader } from '#console/ui/page-header.tsx';
import { AttentionPanel } from './attention-panel.tsx';
import { MembersPanel } from './members-panel.tsx';
import styles from './overview-page.module.css';

/** What needs the person today, then how the program is doing. */
export function OverviewPage() {
  const teamId = useTeamId();
  return (
    <>
      <PageHeader
        title="Overview"
        description="What needs you today, then how the program is doing."
      />
      <div className={styles.panels}>
        <AttentionPanel teamId={teamId} />
        <MembersPanel teamId={teamId} />
      </div>
    </>
  );
}

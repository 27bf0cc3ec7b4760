import { useApi } from '#console/api/api-context.ts';
import { useTeamId } from '#console/session/team.ts';
import { PageHeader } from '#console/ui/page/page-header.tsx';
import { PageStack } from '#console/ui/page/page-stack.tsx';
import { PointsOwedSection } from './owed/points-owed-section.tsx';
import { TiersSection } from './tiers-section.tsx';

/** What the team's loyalty program is made of. Each section loads, and fails, on its own. */
export function ProgramPage() {
  const teamId = useTeamId();
  const { directory } = useApi();
  return (
    <PageStack>
      <PageHeader title="Program" description="Its tiers, and what it owes its members." />
      {directory && (
        <>
          <TiersSection teamId={teamId} />
          <PointsOwedSection teamId={teamId} directory={directory} />
        </>
      )}
    </PageStack>
  );
}

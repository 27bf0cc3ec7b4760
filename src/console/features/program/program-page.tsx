import { useQuery } from '@tanstack/react-query';
import { useApi } from '#console/api/api-context.ts';
import { useMissingScope } from '#console/session/session-context.ts';
import { useTeamId } from '#console/session/team.ts';
import { programQuery } from '#console/shared/loyalty/program-query.ts';
import { isNotFound } from '#console/shared/panel-state.tsx';
import { PageHeader } from '#console/ui/page/page-header.tsx';
import { PageStack } from '#console/ui/page/page-stack.tsx';
import { ApiKeysSection } from './api-keys/api-keys-section.tsx';
import { PointsOwedSection } from './owed/points-owed-section.tsx';
import { TiersSection } from './tiers-section.tsx';
import { WebhooksSection } from './webhooks/webhooks-section.tsx';

/** What the team's loyalty program is made of. Each section loads, and fails, on its own. */
export function ProgramPage() {
  const teamId = useTeamId();
  const api = useApi();
  const { directory, program } = api;
  const canRead = useMissingScope('teams:read') === undefined;
  const settings = useQuery({
    ...programQuery(api, teamId),
    enabled: program !== undefined && canRead,
  });
  return (
    <PageStack>
      <PageHeader
        title="Program"
        description="Its tiers, what it owes its members, who calls its API, and where its events go."
      />
      {directory && (
        <>
          <TiersSection teamId={teamId} />
          <PointsOwedSection teamId={teamId} directory={directory} />
        </>
      )}
      {program && !isNotFound(settings.error) && (
        <>
          <ApiKeysSection teamId={teamId} program={program} />
          <WebhooksSection teamId={teamId} program={program} />
        </>
      )}
    </PageStack>
  );
}

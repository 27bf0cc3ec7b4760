import { useQuery } from '@tanstack/react-query';
import { useApi } from '#console/api/api-context.ts';
import { useMissingScope } from '#console/session/session-context.ts';
import { useTeamId } from '#console/session/team.ts';
import { facetsQuery } from '#console/shared/loyalty/facets-query.ts';
import { programQuery } from '#console/shared/loyalty/program-query.ts';
import stateStyles from '#console/shared/panel-state.module.css';
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
  const { data: hasMembers } = useQuery({
    ...facetsQuery(api, teamId),
    enabled: canRead,
    select: (facets) => facets !== null,
  });
  // Until it is known, the sections below wait: they are only of programs that are ours.
  const isOwn = program !== undefined && !settings.isPending && !isNotFound(settings.error);
  const isElsewhere = program === undefined || isNotFound(settings.error);
  return (
    <PageStack>
      <PageHeader
        title="Program"
        description={
          isElsewhere
            ? 'Tiers, and the points you owe to members.'
            : 'Tiers, the points you owe to members, API keys and webhooks.'
        }
      />
      {directory && (
        <>
          <TiersSection teamId={teamId} />
          <PointsOwedSection teamId={teamId} directory={directory} />
        </>
      )}
      {isElsewhere && hasMembers && (
        <p className={stateStyles.note}>
          API keys, webhooks and tier thresholds are managed in your loyalty service.
        </p>
      )}
      {isOwn && (
        <>
          <ApiKeysSection teamId={teamId} program={program} />
          <WebhooksSection teamId={teamId} program={program} />
        </>
      )}
    </PageStack>
  );
}

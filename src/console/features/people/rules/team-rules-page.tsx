import { useQuery } from '@tanstack/react-query';
import { useApi } from '#console/api/api-context.ts';
import type { Client } from '#console/api/client.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { useTeamId } from '#console/session/team.ts';
import { Card, CardSection } from '#console/ui/card.tsx';
import { ErrorState } from '#console/ui/page/list-states.tsx';
import { PageHeader } from '#console/ui/page/page-header.tsx';
import { PageStack } from '#console/ui/page/page-stack.tsx';
import { Skeleton } from '#console/ui/skeleton.tsx';
import { rulesQuery } from './rules-query.ts';
import { TeamRulesForm } from './team-rules-form.tsx';

export function TeamRulesPage() {
  const { rules } = useApi();
  return (
    <PageStack width="form">
      <PageHeader
        title="Team rules"
        description="What people need to use this team. Their other teams are not affected."
      />
      <Card>
        <CardSection>{rules && <TeamRules rules={rules} />}</CardSection>
      </Card>
    </PageStack>
  );
}

const LOAD_ERROR_TITLE = "Couldn't load the rules";

function TeamRules({ rules }: { readonly rules: Client }) {
  const teamId = useTeamId();
  const query = useQuery(rulesQuery(rules, teamId));
  if (query.data) return <TeamRulesForm rules={rules} saved={query.data} />;
  if (query.isError) {
    return (
      <ErrorState
        error={toUserFacingError(query.error, LOAD_ERROR_TITLE) ?? { title: LOAD_ERROR_TITLE }}
        retrying={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    );
  }
  return (
    <div role="status" aria-label="Loading the rules">
      <Skeleton width="96px" />
      <Skeleton height={36} />
    </div>
  );
}

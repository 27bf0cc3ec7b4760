import { Webhook as WebhookIcon } from 'lucide-react';
import { useApi } from '#console/api/api-context.ts';
import type { Client } from '#console/api/client.ts';
import { useListQuery } from '#console/api/lists/use-list-query.ts';
import { usePathParams } from '#console/lib/url/path-params.ts';
import { paths } from '#console/paths.ts';
import { useMissingScope } from '#console/session/session-context.ts';
import { useCurrentTeam, useTeamId } from '#console/session/team.ts';
import { LinkButton } from '#console/ui/button/link-button.tsx';
import {
  AdministratorsOnlyPage,
  ItemErrorState,
  ItemStatusPage,
} from '#console/ui/page/item-status-page.tsx';
import { ListOutdatedBanner } from '#console/ui/page/list-page.tsx';
import { EmptyState } from '#console/ui/page/list-states.tsx';
import { PageStack } from '#console/ui/page/page-stack.tsx';
import { Skeleton } from '#console/ui/skeleton.tsx';
import { WebhookDeliveries } from './webhook-deliveries.tsx';
import { webhooksQuery } from './webhooks-queries.ts';

export function WebhookPage() {
  const { program } = useApi();
  const isAdministrator = useCurrentTeam()?.meta?.can_administer !== false;
  // Without a program of ours this page has no route.
  if (!program) return null;
  if (isAdministrator) return <WebhookView program={program} />;
  return (
    <AdministratorsOnlyPage
      title="Webhook"
      description="Where the program's events are sent."
      icon={<WebhookIcon />}
    />
  );
}

function WebhookView({ program }: { readonly program: Client }) {
  const teamId = useTeamId();
  const { webhookId = '' } = usePathParams();
  const list = useListQuery(webhooksQuery(program, teamId), {
    what: 'webhooks',
    rows: (webhooks) => webhooks,
    missingScope: useMissingScope('teams:read'),
  });
  const { rows, missingScope, error } = list;
  const webhook = rows?.find(({ id }) => id === webhookId);
  if (webhook) {
    return (
      <PageStack>
        <ListOutdatedBanner list={list} />
        <WebhookDeliveries program={program} webhook={webhook} />
      </PageStack>
    );
  }
  return (
    <ItemStatusPage title="Webhook">
      {rows || error || missingScope !== undefined ? (
        <ItemErrorState
          what="webhooks"
          missingScope={missingScope}
          error={list.isNotFound ? undefined : error}
          onRetry={list.retry}
          retrying={list.isFetching}
        >
          <EmptyState
            title="Webhook not found"
            action={
              <LinkButton to={`${paths.program(teamId)}?tab=developers`}>
                See all webhooks
              </LinkButton>
            }
          >
            <p>It may have been deleted.</p>
          </EmptyState>
        </ItemErrorState>
      ) : (
        <Skeleton height={160} />
      )}
    </ItemStatusPage>
  );
}

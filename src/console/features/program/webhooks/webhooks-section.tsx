import { Plus, Webhook as WebhookIcon } from 'lucide-react';
import { useState } from 'react';
import type { Client } from '#console/api/client.ts';
import { useListQuery } from '#console/api/lists/use-list-query.ts';
import { AdministratorsSection } from '#console/features/program/administrators-section.tsx';
import { formatNumber } from '#console/lib/format/format-number.ts';
import { paths } from '#console/paths.ts';
import { useScopeReason } from '#console/session/scope-reason.ts';
import { useMissingScope } from '#console/session/session-context.ts';
import { Badge } from '#console/ui/badge.tsx';
import { Button } from '#console/ui/button/button.tsx';
import { Card, CardSection } from '#console/ui/card.tsx';
import { RelativeTime } from '#console/ui/data/relative-time.tsx';
import { ListOutdatedBanner, ListTable } from '#console/ui/page/list-page.tsx';
import { EmptyState } from '#console/ui/page/list-states.tsx';
import { StatusDot } from '#console/ui/status-dot.tsx';
import type { Column } from '#console/ui/table/data-table-column.ts';
import { useWebhookMenu } from './use-webhook-menu.tsx';
import { WebhookDialog } from './webhook-dialog.tsx';
import { eventTypesOf, pausedLabel, webhookName } from './webhook-labels.ts';
import { type Webhook, webhooksQuery } from './webhooks-queries.ts';

interface WebhooksSectionProps {
  readonly teamId: string;
  readonly program: Client;
}

/** Where the program's events are sent; only administrators see it. */
export function WebhooksSection(props: WebhooksSectionProps) {
  return (
    <AdministratorsSection title="Webhooks" what="webhooks">
      <Webhooks {...props} />
    </AdministratorsSection>
  );
}

function Webhooks({ teamId, program }: WebhooksSectionProps) {
  const disabledReason = useScopeReason('teams:write');
  const list = useListQuery(webhooksQuery(program, teamId), {
    what: 'webhooks',
    rows: (webhooks) => webhooks,
    missingScope: useMissingScope('teams:read'),
  });
  const [isAdding, setIsAdding] = useState(false);
  const menu = useWebhookMenu(program, teamId);
  return (
    <Card>
      <CardSection
        title="Webhooks"
        action={
          <Button
            size="small"
            variant="ghost"
            icon={<Plus />}
            disabledReason={disabledReason}
            onClick={() => setIsAdding(true)}
          >
            Add webhook
          </Button>
        }
      >
        <ListOutdatedBanner list={list} />
        <ListTable
          label="Webhooks"
          list={list}
          columns={COLUMNS}
          cards="tall"
          rowKey={({ id }) => id}
          rowHref={({ id }) => paths.programWebhook(teamId, id)}
          rowMenu={{ label: webhookName, items: menu.items }}
          skeletonRows={2}
          empty={
            <EmptyState icon={<WebhookIcon />} title="No webhooks">
              <p>Add one to send the program's events to your own server.</p>
            </EmptyState>
          }
        />
      </CardSection>
      {isAdding && (
        <WebhookDialog teamId={teamId} program={program} onClose={() => setIsAdding(false)} />
      )}
      {menu.dialog}
    </Card>
  );
}

const COLUMNS: readonly Column<Webhook>[] = [
  {
    id: 'url',
    header: 'URL',
    cell: (webhook) => (
      <>
        {webhookName(webhook)} {webhook.to_inbox && <Badge tone="neutral">Your inbox</Badge>}{' '}
        {webhook.paused && <Badge tone="amber">{pausedLabel(webhook)}</Badge>}
      </>
    ),
  },
  {
    id: 'events',
    header: 'Events',
    width: '160px',
    hideBelow: 'narrow',
    card: 'fact',
    cell: eventTypesOf,
  },
  {
    id: 'delivered',
    header: 'Delivered',
    width: '96px',
    hideBelow: 'narrow',
    align: 'end',
    card: 'detail',
    cell: ({ health }) => formatNumber(health.delivered),
  },
  {
    id: 'health',
    header: 'Health',
    width: '200px',
    card: 'detail',
    cell: ({ health: { failed, waiting, next_attempt_at: next }, paused }) => (
      <>
        {failed > 0 && <StatusDot tone="broken">{formatNumber(failed)} failed</StatusDot>}
        {failed > 0 && waiting > 0 && ', '}
        {waiting > 0 && `${formatNumber(waiting)} waiting`}
        {waiting > 0 && next !== null && !paused && (
          <>
            , next attempt <RelativeTime at={next} />
          </>
        )}
        {failed === 0 && waiting === 0 && 'No failures'}
      </>
    ),
  },
  {
    id: 'last',
    header: 'Last delivered',
    width: '128px',
    hideBelow: 'narrow',
    card: 'detail',
    cell: ({ health: { last_delivered_at: at } }) => (at ? <RelativeTime at={at} /> : 'Not yet'),
  },
];

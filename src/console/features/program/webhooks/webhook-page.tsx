import { Inbox, List, RotateCw, Webhook as WebhookIcon } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useApi } from '#console/api/api-context.ts';
import type { Client } from '#console/api/client.ts';
import { useListQuery } from '#console/api/lists/use-list-query.ts';
import { usePathParams } from '#console/lib/url/path-params.ts';
import { paths } from '#console/paths.ts';
import { useScopeReason } from '#console/session/scope-reason.ts';
import { useMissingScope } from '#console/session/session-context.ts';
import { useCurrentTeam, useTeamId } from '#console/session/team.ts';
import { Badge } from '#console/ui/badge.tsx';
import { Button } from '#console/ui/button/button.tsx';
import { LinkButton } from '#console/ui/button/link-button.tsx';
import { FactLine } from '#console/ui/data/fact-line.tsx';
import { RelativeTime } from '#console/ui/data/relative-time.tsx';
import { MenuItem } from '#console/ui/overlay/menu-item.tsx';
import {
  AdministratorsOnlyPage,
  ItemErrorState,
  ItemStatusPage,
} from '#console/ui/page/item-status-page.tsx';
import { ListOutdatedBanner, ListTable } from '#console/ui/page/list-page.tsx';
import { EmptyState } from '#console/ui/page/list-states.tsx';
import { PageHeader } from '#console/ui/page/page-header.tsx';
import { PageStack } from '#console/ui/page/page-stack.tsx';
import { CursorPager } from '#console/ui/pager/cursor-pager.tsx';
import { useCursorPages } from '#console/ui/pager/use-cursor-pages.ts';
import { Skeleton } from '#console/ui/skeleton.tsx';
import { RowActions } from '#console/ui/table/row-actions.tsx';
import { DELIVERY_COLUMNS } from './delivery-columns.tsx';
import { DeliveryDialog } from './delivery-dialog.tsx';
import { RetryFailedDialog } from './retry-failed-dialog.tsx';
import { useWebhookActions } from './use-webhook-actions.ts';
import { useWebhookMenu } from './use-webhook-menu.tsx';
import { deliveryTitle, eventTypesOf, pausedLabel, webhookName } from './webhook-labels.ts';
import {
  type Delivery,
  deliveriesQuery,
  deliveriesSearch,
  parseDeliveriesView,
  type Webhook,
  webhooksQuery,
} from './webhooks-queries.ts';

/** One webhook of the program with what was sent to it. */
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
        <Deliveries program={program} webhook={webhook} />
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
            action={<LinkButton to={paths.program(teamId)}>See the program</LinkButton>}
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

interface DeliveriesProps {
  readonly program: Client;
  readonly webhook: Webhook;
}

function Deliveries({ program, webhook }: DeliveriesProps) {
  const teamId = useTeamId();
  const navigate = useNavigate();
  const disabledReason = useScopeReason('teams:write');
  const pages = useCursorPages(parseDeliveriesView, deliveriesSearch);
  const { view } = pages;
  const list = useListQuery(deliveriesQuery(program, { teamId, webhookId: webhook.id }, view), {
    what: 'deliveries',
    rows: ({ rows }) => rows,
    cursor: view.cursor,
  });
  const page = list.data;
  const menu = useWebhookMenu(program, teamId);
  const { retry } = useWebhookActions(program, teamId);
  const [openId, setOpenId] = useState<string>();
  const open = list.rows?.find(({ id }) => id === openId);
  const [isRetrying, setIsRetrying] = useState(false);
  return (
    <>
      <PageHeader
        title={webhookName(webhook)}
        description={<Facts webhook={webhook} />}
        actions={
          <>
            <Button
              icon={<RotateCw />}
              disabledReason={disabledReason}
              onClick={() => setIsRetrying(true)}
            >
              Retry failed
            </Button>
            <RowActions row={webhookName(webhook)}>{menu.items(webhook)}</RowActions>
          </>
        }
      />
      <ListOutdatedBanner list={list} />
      <ListTable
        label="Deliveries"
        list={list}
        total={page?.total}
        columns={DELIVERY_COLUMNS}
        cards="tall"
        rowKey={({ id }) => id}
        rowMenu={{
          label: (delivery: Delivery) => `${deliveryTitle(delivery)} #${delivery.id}`,
          items: (delivery) => (
            <>
              <MenuItem icon={<List />} onSelect={() => setOpenId(delivery.id)}>
                View attempts
              </MenuItem>
              {delivery.inbox_request_id !== null && (
                <MenuItem
                  icon={<Inbox />}
                  onSelect={() =>
                    void navigate(paths.webhookRequest(teamId, delivery.inbox_request_id ?? ''))
                  }
                >
                  View in inbox
                </MenuItem>
              )}
              <MenuItem
                icon={<RotateCw />}
                disabledReason={disabledReason}
                onSelect={() => retry.mutate({ webhook, delivery })}
              >
                {delivery.state === 'delivered' ? 'Send again' : 'Retry'}
              </MenuItem>
            </>
          ),
        }}
        onFirstPage={pages.showFirst}
        empty={
          <EmptyState icon={<Inbox />} title="Nothing was sent yet">
            <p>Deliveries of the last 30 days appear here, with what the receiver responded.</p>
          </EmptyState>
        }
        pager={
          page && (
            <CursorPager
              pages={pages}
              page={page}
              rowCount={page.rows.length}
              isPlaceholder={list.isPlaceholderData}
            />
          )
        }
      />
      {open && (
        <DeliveryDialog teamId={teamId} delivery={open} onClose={() => setOpenId(undefined)} />
      )}
      {isRetrying && (
        <RetryFailedDialog {...{ teamId, program, webhook }} onClose={() => setIsRetrying(false)} />
      )}
      {menu.dialog}
    </>
  );
}

function Facts({ webhook }: { readonly webhook: Webhook }) {
  const { previous_secret_until: until, to_inbox: isToInbox, paused } = webhook;
  return (
    <FactLine>
      {paused && <Badge tone="amber">{pausedLabel(webhook)}</Badge>}
      {webhook.paused_by_failures && 'send a successful test to resume it'}
      {isToInbox && 'Your inbox'}
      {eventTypesOf(webhook)}
      <span>
        added <RelativeTime at={webhook.created_at} />
      </span>
      {until !== null && (
        <span>
          previous secret works until <RelativeTime at={until} />
        </span>
      )}
    </FactLine>
  );
}

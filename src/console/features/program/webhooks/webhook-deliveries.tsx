import { History, Inbox, KeyRound } from 'lucide-react';
import { useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Client } from '#console/api/client.ts';
import { useListQuery } from '#console/api/lists/use-list-query.ts';
import { formatCount } from '#console/lib/format/format-number.ts';
import { useScopeReason } from '#console/session/scope-reason.ts';
import { useTeamId } from '#console/session/team.ts';
import { Badge } from '#console/ui/badge.tsx';
import { Button } from '#console/ui/button/button.tsx';
import { FactLine } from '#console/ui/data/fact-line.tsx';
import { RelativeTime } from '#console/ui/data/relative-time.tsx';
import { ListOutdatedBanner, ListTable } from '#console/ui/page/list-page.tsx';
import { EmptyState } from '#console/ui/page/list-states.tsx';
import { PageHeader } from '#console/ui/page/page-header.tsx';
import { cursorPaging } from '#console/ui/pager/cursor-paging.tsx';
import { useCursorPages } from '#console/ui/pager/use-cursor-pages.ts';
import { RowActions } from '#console/ui/table/row-actions.tsx';
import { Tabs } from '#console/ui/tabs/tabs.tsx';
import { DELIVERY_COLUMNS } from './delivery-columns.tsx';
import { DeliveryDays } from './delivery-days.tsx';
import { DeliveryPane } from './delivery-pane.tsx';
import { ResendDialog } from './resend-dialog.tsx';
import { useWebhookActions } from './use-webhook-actions.ts';
import { useWebhookMenu } from './use-webhook-menu.tsx';
import styles from './webhook-deliveries.module.css';
import { eventTypesOf, pausedLabel, webhookName } from './webhook-labels.ts';
import { deliveriesQuery, deliveriesSearch, type Webhook } from './webhooks-queries.ts';

/** Those of what matters beside the open delivery. */
const NARROW_COLUMNS = DELIVERY_COLUMNS.filter(({ id }) =>
  ['what', 'created', 'status'].includes(id),
).map((column) => (column.id === 'what' ? { ...column, width: '56%' } : column));

/** A failed delivery has no next attempt. */
const FAILED_COLUMNS = DELIVERY_COLUMNS.filter(({ id }) => id !== 'next');

const TABS = [
  { value: 'all', label: 'All' },
  { value: 'failed', label: 'Failed' },
  { value: 'waiting', label: 'Waiting' },
] as const;

interface WebhookDeliveriesProps {
  readonly program: Client;
  readonly webhook: Webhook;
}

/** What was sent to a webhook: the list, and beside it the chosen delivery. */
export function WebhookDeliveries({ program, webhook }: WebhookDeliveriesProps) {
  const teamId = useTeamId();
  const { pathname, state } = useLocation();
  const navigate = useNavigate();
  const disabledReason = useScopeReason('teams:write');
  const pages = useCursorPages(deliveriesSearch.parse, deliveriesSearch.write);
  const { view } = pages;
  const list = useListQuery(deliveriesQuery(program, { teamId, webhookId: webhook.id }, view), {
    what: 'deliveries',
    rows: ({ rows }) => rows,
    cursor: view.cursor,
  });
  const menu = useWebhookMenu(program, teamId);
  const { switchSecret } = useWebhookActions(program, teamId);
  const [isResending, setIsResending] = useState(false);
  const listRef = useRef<HTMLDivElement>(null);
  const isOpen = view.delivery !== undefined;
  const selected = view.state === 'failed' || view.state === 'waiting' ? view.state : 'all';

  const columns = selected === 'failed' ? FAILED_COLUMNS : DELIVERY_COLUMNS;

  function closeDelivery() {
    // The pane takes the focus with it when it closes.
    const row = listRef.current?.querySelector<HTMLElement>('[data-highlighted] a[href]');
    void navigate(
      { search: deliveriesSearch.write({ ...view, delivery: undefined }) },
      { state, flushSync: true },
    );
    row?.focus();
  }
  return (
    <>
      <PageHeader
        title={webhookName(webhook)}
        description={<Facts webhook={webhook} />}
        actions={
          <>
            {webhook.next_secret_at !== null && (
              <Button
                icon={<KeyRound />}
                disabledReason={disabledReason}
                loading={switchSecret.isPending}
                onClick={() => switchSecret.mutate(webhook)}
              >
                Switch now
              </Button>
            )}
            <Button
              icon={<History />}
              disabledReason={
                disabledReason ?? (webhook.paused ? 'Resume the webhook first' : undefined)
              }
              onClick={() => setIsResending(true)}
            >
              Send again since
            </Button>
            <RowActions row={webhookName(webhook)}>{menu.items(webhook)}</RowActions>
          </>
        }
      />
      <DeliveryDays {...{ teamId, program }} webhookId={webhook.id} />
      <ListOutdatedBanner list={list} />
      <div className={styles.panes} data-open={isOpen || undefined}>
        <div ref={listRef}>
          <Tabs
            label="Deliveries by status"
            tabs={TABS}
            selected={selected}
            onSelect={(tab) =>
              pages.change({ state: tab === 'all' ? undefined : tab, delivery: undefined })
            }
          >
            <ListTable
              label="Deliveries"
              list={list}
              columns={isOpen ? NARROW_COLUMNS : columns}
              cards="tall"
              rowKey={({ id }) => id}
              rowHref={({ id }) =>
                `${pathname}?${deliveriesSearch.write({ ...view, delivery: id })}`
              }
              highlightedKey={view.delivery}
              empty={<NoDeliveries state={selected} />}
              {...cursorPaging(pages, list)}
            />
          </Tabs>
        </div>
        {view.delivery !== undefined && (
          <DeliveryPane
            key={view.delivery}
            {...{ teamId, program, webhook }}
            deliveryId={view.delivery}
            onClose={closeDelivery}
          />
        )}
      </div>
      {isResending && (
        <ResendDialog {...{ teamId, program, webhook }} onClose={() => setIsResending(false)} />
      )}
      {menu.dialog}
    </>
  );
}

function NoDeliveries({ state }: { readonly state: (typeof TABS)[number]['value'] }) {
  if (state === 'failed') {
    return (
      <EmptyState title="No failed deliveries">
        <p>Deliveries that failed at each attempt appear here, for 30 days.</p>
      </EmptyState>
    );
  }
  if (state === 'waiting') {
    return (
      <EmptyState title="No waiting deliveries">
        <p>Deliveries that are about to be sent, or sent again, appear here.</p>
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={<Inbox />} title="Nothing was sent yet">
      <p>Deliveries of the last 30 days appear here, with what the receiver responded.</p>
    </EmptyState>
  );
}

function Facts({ webhook }: { readonly webhook: Webhook }) {
  const {
    previous_secret_until: until,
    next_secret_at: nextAt,
    to_inbox: isToInbox,
    paused,
    held: missed,
  } = webhook;
  return (
    <FactLine>
      {paused && <Badge tone="amber">{pausedLabel(webhook)}</Badge>}
      {webhook.paused_by_failures && 'send a successful test to resume it'}
      {paused && missed !== 0 && (
        <span>
          {missed === null ? 'more than 10,000 events' : formatCount(missed, 'event')} missed so far
        </span>
      )}
      {isToInbox && 'Your inbox'}
      {eventTypesOf(webhook)}
      <span>
        added <RelativeTime at={webhook.created_at} />
      </span>
      {nextAt !== null && (
        <span>
          new secret in force <RelativeTime at={nextAt} />
        </span>
      )}
      {nextAt === null && until !== null && (
        <span>
          previous secret also signs until <RelativeTime at={until} />
        </span>
      )}
    </FactLine>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Check, Copy, RotateCw, X } from 'lucide-react';
import { Fragment } from 'react';
import { Link } from 'react-router';
import type { Client } from '#console/api/client.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import styles from '#console/features/program/program.module.css';
import { ScrollableTable } from '#console/features/program/scrollable-table.tsx';
import { formatJson } from '#console/lib/format/format-json.ts';
import { paths } from '#console/paths.ts';
import { useScopeReason } from '#console/session/scope-reason.ts';
import { Button } from '#console/ui/button/button.tsx';
import { IconButton } from '#console/ui/button/icon-button.tsx';
import { Card, CardSection } from '#console/ui/card.tsx';
import { CodeBlock } from '#console/ui/data/code-block.tsx';
import { DescriptionList } from '#console/ui/data/description-list.tsx';
import { RelativeTime } from '#console/ui/data/relative-time.tsx';
import { COPY_HINT, useCopy } from '#console/ui/data/use-copy.ts';
import { ErrorState } from '#console/ui/page/list-states.tsx';
import { Skeleton } from '#console/ui/skeleton.tsx';
import { useWebhookActions } from './use-webhook-actions.ts';
import { attemptOutcome, deliveryCurl, deliveryState, deliveryTitle } from './webhook-labels.ts';
import { type DeliveryDetails, deliveryQuery, type Webhook } from './webhooks-queries.ts';

interface DeliveryPaneProps {
  readonly teamId: string;
  readonly program: Client;
  readonly webhook: Webhook;
  readonly deliveryId: string;
  readonly onClose: () => void;
}

/** A delivery beside the list: its request, attempts, and what can be done with it. */
export function DeliveryPane({ teamId, program, webhook, deliveryId, onClose }: DeliveryPaneProps) {
  const query = deliveryQuery(program, { teamId, webhookId: webhook.id }, deliveryId);
  const { data, error, refetch, isFetching } = useQuery(query);
  const message = data ? undefined : toUserFacingError(error, "The delivery couldn't be loaded");
  return (
    <Card>
      {data && <Delivery {...{ teamId, program, webhook, onClose }} delivery={data} />}
      {message && (
        <ErrorState error={message} onRetry={() => void refetch()} retrying={isFetching} />
      )}
      {!data && !message && <Skeleton height={320} />}
    </Card>
  );
}

interface DeliveryProps extends Omit<DeliveryPaneProps, 'deliveryId'> {
  readonly delivery: DeliveryDetails;
}

function Delivery({ teamId, program, webhook, delivery, onClose }: DeliveryProps) {
  const disabledReason = useScopeReason('teams:write');
  const { retry } = useWebhookActions(program, teamId);
  const { copied, copy } = useCopy(deliveryCurl(delivery));
  const { inbox_request_id: inboxRequestId, next_attempt_at: nextAt } = delivery;
  return (
    <>
      <CardSection
        title={deliveryTitle(delivery)}
        action={<IconButton icon={<X />} label="Close delivery" onClick={onClose} />}
      >
        <DescriptionList
          items={[
            { term: 'Status', value: statusOf(delivery, webhook) },
            { term: 'Created', value: <RelativeTime at={delivery.created_at} /> },
            ...(nextAt === null
              ? []
              : [{ term: 'Next attempt', value: <RelativeTime at={nextAt} /> }]),
            { term: 'Request ID', value: delivery.request_id },
            ...(inboxRequestId === null
              ? []
              : [
                  {
                    term: 'In your inbox',
                    value: (
                      <Link to={paths.webhookRequest(teamId, inboxRequestId)}>
                        Request #{inboxRequestId}
                      </Link>
                    ),
                  },
                ]),
          ]}
        />
      </CardSection>
      <CardSection>
        <div className={styles.actions}>
          <Button
            icon={<RotateCw />}
            disabledReason={
              disabledReason ?? (webhook.paused ? 'Resume the webhook first' : undefined)
            }
            loading={retry.isPending}
            onClick={() => retry.mutate({ webhook, delivery })}
          >
            Send again
          </Button>
          <Button icon={copied ? <Check /> : <Copy />} onClick={copy}>
            Copy as curl
          </Button>
          <span role="status">{copied === false ? COPY_HINT : copied && 'Copied'}</span>
        </div>
      </CardSection>
      <CardSection title="Attempts">
        <Attempts attempts={delivery.attempts} />
      </CardSection>
      <CardSection title="Headers">
        <CodeBlock label="Request headers" text={headersOf(delivery)} wrap />
      </CardSection>
      <CardSection title="Body">
        {delivery.body === null ? (
          <p>Its events are no longer stored.</p>
        ) : (
          <CodeBlock label="Request body" text={formatBody(delivery.body)} />
        )}
      </CardSection>
    </>
  );
}

function Attempts({ attempts }: Pick<DeliveryDetails, 'attempts'>) {
  if (attempts.length === 0) return <p>It hasn't been sent yet.</p>;
  return (
    <ScrollableTable label="Attempts" align="start">
      <thead>
        <tr>
          <th scope="col">Attempt</th>
          <th scope="col">Result</th>
          <th scope="col">Sent</th>
        </tr>
      </thead>
      <tbody>
        {attempts.map((attempt) => (
          <Fragment key={attempt.number}>
            <tr>
              <th scope="row">{attempt.number}</th>
              <td>{attemptOutcome(attempt)}</td>
              <td>
                <RelativeTime at={attempt.started_at} />
              </td>
            </tr>
            {attempt.response !== null && attempt.response !== '' && (
              <tr>
                <td />
                {/* Below, where it has the room of the whole table. */}
                <td colSpan={2} className={styles.response}>
                  Response: <code>{attempt.response}</code>
                </td>
              </tr>
            )}
          </Fragment>
        ))}
      </tbody>
    </ScrollableTable>
  );
}

function statusOf({ state }: DeliveryDetails, { paused }: Webhook): string {
  const { label } = deliveryState(state);
  return paused && state === 'waiting' ? `${label} until the webhook is resumed` : label;
}

const headersOf = ({ headers }: DeliveryDetails) =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');

/** Indented; unchanged if it is no JSON. */
function formatBody(body: string): string {
  try {
    return formatJson(JSON.parse(body)) ?? body;
  } catch {
    return body;
  }
}

import { Fragment } from 'react';
import { Link } from 'react-router';
import styles from '#console/features/program/program.module.css';
import { ScrollableTable } from '#console/features/program/scrollable-table.tsx';
import { paths } from '#console/paths.ts';
import { Button } from '#console/ui/button/button.tsx';
import { DescriptionList } from '#console/ui/data/description-list.tsx';
import { RelativeTime } from '#console/ui/data/relative-time.tsx';
import { Dialog, DialogFooter } from '#console/ui/overlay/dialog.tsx';
import { PageStack } from '#console/ui/page/page-stack.tsx';
import { attemptOutcome, deliveryState, deliveryTitle } from './webhook-labels.ts';
import type { Delivery } from './webhooks-queries.ts';

interface DeliveryDialogProps {
  readonly teamId: string;
  readonly delivery: Delivery;
  readonly onClose: () => void;
}

/** A delivery with each attempt to send it, and what the receiver responded. */
export function DeliveryDialog({ teamId, delivery, onClose }: DeliveryDialogProps) {
  const { attempts, inbox_request_id: inboxRequestId, next_attempt_at: nextAt } = delivery;
  return (
    <Dialog title={`${deliveryTitle(delivery)}, #${delivery.id}`} size="large" onClose={onClose}>
      <PageStack>
        <DescriptionList
          items={[
            { term: 'Status', value: deliveryState(delivery.state).label },
            { term: 'Created', value: <RelativeTime at={delivery.created_at} /> },
            { term: 'Request ID', value: delivery.request_id },
            ...(nextAt === null
              ? []
              : [{ term: 'Next attempt', value: <RelativeTime at={nextAt} /> }]),
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
        {attempts.length === 0 ? (
          <p>It hasn't been sent yet.</p>
        ) : (
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
        )}
      </PageStack>
      <DialogFooter>
        <Button variant="primary" onClick={onClose}>
          Close
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

import { useQuery } from '@tanstack/react-query';
import type { Client } from '#console/api/client.ts';
import { formatCount, formatNumber } from '#console/lib/format/format-number.ts';
import { formatLoyaltyDate } from '#console/shared/loyalty/format-loyalty-date.ts';
import type { WebhookDays } from '#contract/program/deliveries.ts';
import styles from './delivery-days.module.css';
import { webhookDaysQuery } from './webhooks-queries.ts';

/** The height of the highest bar. */
const BAR_HEIGHT_PX = 36;

interface DeliveryDaysProps {
  readonly teamId: string;
  readonly program: Client;
  readonly webhookId: string;
}

/** How a webhook does: its success rate, typical time, and deliveries by day; nothing before the first one. */
export function DeliveryDays({ teamId, program, webhookId }: DeliveryDaysProps) {
  const { data } = useQuery(webhookDaysQuery(program, { teamId, webhookId }));
  if (!data) return null;
  const { days, median_ms: median } = data;
  const delivered = sumOf(days, 'delivered');
  const failed = sumOf(days, 'failed');
  if (delivered + failed === 0) return null;
  const max = Math.max(...days.map((day) => day.delivered + day.failed));
  const rate = Math.floor((delivered / (delivered + failed)) * 1000) / 10;
  return (
    <section aria-label={`The last ${days.length} days`} className={styles.days}>
      <dl className={styles.figures}>
        <div>
          <dt>Success rate</dt>
          <dd>{formatNumber(rate)}%</dd>
        </div>
        {median !== null && (
          <div>
            <dt>Median time</dt>
            <dd>{formatNumber(median)} ms</dd>
          </div>
        )}
        <div>
          <dt>Last {days.length} days</dt>
          <dd>{formatCount(delivered + failed, 'delivery', 'deliveries')}</dd>
        </div>
      </dl>
      <ul className={styles.bars} aria-label="Deliveries by day, in UTC">
        {days.map((day) => (
          <li key={day.day} title={labelOf(day)}>
            <span className={styles.failed} style={heightOf(day.failed, max)} />
            <span className={styles.delivered} style={heightOf(day.delivered, max)} />
            <span className={styles.label}>{labelOf(day)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

type Day = WebhookDays['days'][number];

const sumOf = (days: readonly Day[], state: 'delivered' | 'failed') =>
  days.reduce((sum, day) => sum + day[state], 0);

const heightOf = (count: number, max: number) => ({
  blockSize: `${(count / max) * BAR_HEIGHT_PX}px`,
});

function labelOf({ day, delivered, failed }: Day): string {
  return `${formatLoyaltyDate(day)}: ${formatNumber(delivered)} delivered, ${formatNumber(failed)} failed`;
}

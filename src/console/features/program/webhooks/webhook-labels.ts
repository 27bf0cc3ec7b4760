import { formatNumber } from '#console/lib/format/format-number.ts';
import { shellQuote } from '#console/lib/format/shell-quote.ts';
import { eventTypeLabel } from '#console/shared/inbox/event-labels.ts';
import type { StatusTone } from '#console/ui/status-dot.tsx';
import type { Delivery, DeliveryDetails, Webhook } from './webhooks-queries.ts';

type Attempt = Delivery['attempts'][number];

/** The URL without its scheme: "shop.example.com/events". */
export function webhookName({ url }: Pick<Webhook, 'url'>): string {
  return url.replace(/^https?:\/\//, '').replace(/\/$/, '');
}

export function eventTypesOf({ event_types: types }: Pick<Webhook, 'event_types'>): string {
  return types === null ? 'All events' : types.map(eventTypeLabel).join(', ');
}

/** Says who paused a webhook. */
export function pausedLabel({
  paused_by_failures: isByFailures,
}: Pick<Webhook, 'paused_by_failures'>) {
  return isByFailures ? 'Paused after failures' : 'Paused';
}

type Described = Pick<Delivery, 'event_type' | 'events' | 'first_event'>;

/** What a delivery is about: "Tier upgrade, Femi Ibekwe + 99". */
export function deliveryTitle({ event_type: type, events, first_event: first }: Described): string {
  const member = first?.member_name ?? first?.member_id ?? undefined;
  const what = type === null ? 'Events that are no longer stored' : eventTypeLabel(type);
  const others = events > 1 ? ` + ${formatNumber(events - 1)}` : '';
  return `${what}${member === undefined ? '' : `, ${member}`}${others}`;
}

/** A shell command that sends the request again, with the signatures of its last attempt. */
export function deliveryCurl({
  url,
  headers,
  body,
}: Pick<DeliveryDetails, 'url' | 'headers' | 'body'>) {
  return [
    `curl -X POST ${shellQuote(url)}`,
    ...Object.entries(headers).map(([name, value]) => `-H ${shellQuote(`${name}: ${value}`)}`),
    `--data-raw ${shellQuote(body ?? '')}`,
  ].join(' \\\n  ');
}

interface StateLabel {
  readonly tone: StatusTone;
  readonly label: string;
}

const STATE_LABELS: Readonly<Record<string, StateLabel>> = {
  waiting: { tone: 'soon', label: 'Waiting' },
  delivered: { tone: 'normal', label: 'Delivered' },
  failed: { tone: 'broken', label: 'Failed' },
};

/** Unknown states are shown unchanged. */
export function deliveryState(state: string): StateLabel {
  return STATE_LABELS[state] ?? { tone: 'off', label: state };
}

/** What an attempt led to: "401 in 12 ms". */
export function attemptOutcome({ status, error, duration_ms: duration }: Attempt): string {
  if (status === null) return error ?? (duration === null ? 'No result yet' : 'No response');
  return duration === null ? String(status) : `${status} in ${formatNumber(duration)} ms`;
}

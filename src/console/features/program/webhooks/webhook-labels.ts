import { formatNumber } from '#console/lib/format/format-number.ts';
import { eventTypeLabel } from '#console/shared/inbox/event-labels.ts';
import type { StatusTone } from '#console/ui/status-dot.tsx';
import type { Delivery, Webhook } from './webhooks-queries.ts';

type Attempt = Delivery['attempts'][number];

/** The URL without its scheme: "shop.example.com/events". */
export function webhookName({ url }: Pick<Webhook, 'url'>): string {
  return url.replace(/^https?:\/\//, '').replace(/\/$/, '');
}

export function eventTypesOf({ event_types: types }: Pick<Webhook, 'event_types'>): string {
  return types === null ? 'All events' : types.map(eventTypeLabel).join(', ');
}

/** Of a paused webhook: who paused it. */
export function pausedLabel({
  paused_by_failures: isByFailures,
}: Pick<Webhook, 'paused_by_failures'>) {
  return isByFailures ? 'Paused after failures' : 'Paused';
}

/** What a delivery is about: "Tier upgrade", or "12 events". */
export function deliveryTitle({ event_type: type, events }: Delivery): string {
  if (events > 1) return `${formatNumber(events)} events`;
  return type === null ? 'No event' : eventTypeLabel(type);
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

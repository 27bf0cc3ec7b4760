import { attributeLabel } from '#console/lib/format-attribute.ts';
import type { InboxEvent } from '#contract/gateway/inbox.ts';
import { CAMPAIGN_ENTERED, MEMBER_TIER_UPGRADE } from '#contract/loyalty/webhooks.ts';

const TYPE_LABELS: Readonly<Record<string, string>> = {
  [CAMPAIGN_ENTERED]: 'Campaign entered',
  [MEMBER_TIER_UPGRADE]: 'Tier upgrade',
};

/** The name of a type of event; one that isn't known as words: `event_points_lost` is "Points lost". */
export function eventTypeLabel(type: string): string {
  return TYPE_LABELS[type] ?? attributeLabel(type.replace(/^event_/, ''));
}

/** What an event says happened, "Summer picnic" or "to Gold"; undefined where it says nothing known. */
export function eventOutcomeLabel({ event_type: type, data }: EventFacts): string | undefined {
  if (type === CAMPAIGN_ENTERED) return textAt(data, 'campaign_info', 'campaign_name');
  const tier = textAt(data, 'member_info', 'tier_info', 'loyalty_tier_name');
  return type === MEMBER_TIER_UPGRADE && tier !== undefined ? `to ${tier}` : undefined;
}

/** The name of the member that an event is about, else their id; undefined where it names nobody. */
export function eventMemberName({ member_id: memberId, data }: EventFacts): string | undefined {
  const first = textAt(data, 'member_info', 'first_name');
  const last = textAt(data, 'member_info', 'last_name');
  const name = [first, last].filter((part) => part !== undefined).join(' ');
  return name === '' ? (memberId ?? undefined) : name;
}

type EventFacts = Pick<InboxEvent, 'event_type' | 'member_id' | 'data'>;

/** The tone of a status dot and its word. */
interface StateLabel {
  readonly tone: 'good' | 'soon' | 'broken' | 'off';
  readonly label: string;
}

const STATE_LABELS: Readonly<Record<string, StateLabel>> = {
  processed: { tone: 'good', label: 'Processed' },
  pending: { tone: 'soon', label: 'Waiting' },
  failed: { tone: 'broken', label: 'Failed' },
  malformed: { tone: 'broken', label: 'Malformed' },
};

/** The words for an event that somebody had worked on again. */
const REPLAYED_LABELS: Readonly<Record<string, string>> = {
  processed: 'Replayed',
  pending: 'Replaying',
  failed: 'Failed again',
};

/**
 * How far the work on an event has come; a state that isn't known as it is written.
 *
 * @param replays how often it was worked on again
 */
export function eventStateLabel(state: string, replays = 0): StateLabel {
  const { tone, label } = STATE_LABELS[state] ?? { tone: 'off', label: state };
  return { tone, label: (replays > 0 && REPLAYED_LABELS[state]) || label };
}

/** A text in an event's data, which may hold anything: undefined for whatever is no text. */
function textAt(data: unknown, ...path: readonly string[]): string | undefined {
  let value = data;
  for (const name of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

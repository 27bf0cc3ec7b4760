import { attributeLabel } from '#console/lib/readable-attribute.ts';
import type { WebhookEvent } from '#contract/gateway/inbox.ts';
import { CAMPAIGN_ENTERED, MEMBER_TIER_UPGRADE } from '#contract/loyalty/webhooks.ts';

const TYPE_WORDS: Readonly<Record<string, string>> = {
  [CAMPAIGN_ENTERED]: 'Campaign entered',
  [MEMBER_TIER_UPGRADE]: 'Tier upgrade',
};

/** The name of a type of event; one that isn't known as words: `event_points_lost` is "Points lost". */
export function eventTypeWords(type: string): string {
  return TYPE_WORDS[type] ?? attributeLabel(type.replace(/^event_/, ''));
}

/** What an event says happened, "Summer picnic" or "to Gold"; undefined where it says nothing known. */
export function eventOutcomeWords({ event_type: type, data }: EventFacts): string | undefined {
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

type EventFacts = Pick<WebhookEvent, 'event_type' | 'member_id' | 'data'>;

/** The tone of a status dot and its word. */
interface StateWords {
  readonly tone: 'good' | 'soon' | 'broken' | 'off';
  readonly words: string;
}

const STATES: Readonly<Record<string, StateWords>> = {
  processed: { tone: 'good', words: 'Processed' },
  pending: { tone: 'soon', words: 'Waiting' },
  failed: { tone: 'broken', words: 'Failed' },
  malformed: { tone: 'broken', words: 'Malformed' },
};

/** The words for an event that somebody had worked on again. */
const REPLAYED_WORDS: Readonly<Record<string, string>> = {
  processed: 'Replayed',
  pending: 'Replaying',
  failed: 'Failed again',
};

/**
 * How far the work on an event has come; a state that isn't known as it is written.
 *
 * @param replays how often it was worked on again
 */
export function eventStateWords(state: string, replays = 0): StateWords {
  const { tone, words } = STATES[state] ?? { tone: 'off', words: state };
  return { tone, words: (replays > 0 && REPLAYED_WORDS[state]) || words };
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

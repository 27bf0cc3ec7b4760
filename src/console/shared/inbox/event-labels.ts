import { attributeLabel } from '#console/lib/format/format-attribute.ts';
import type { InboxEvent } from '#contract/gateway/inbox.ts';
import {
  CAMPAIGN_ENTERED,
  MEMBER_TIER_UPGRADE,
  type WEBHOOK_EVENT_TYPES,
} from '#contract/loyalty/webhooks.ts';

interface EventType {
  readonly label: string;
  /** What members do to cause the event, after "when members". */
  readonly memberAction: string;
  /** What the member did, between their name and the outcome. */
  readonly verb: string;
  /** Where the event's data names what was entered or reached. */
  readonly outcome: readonly string[];
}

const EVENT_TYPES: Readonly<Record<string, EventType>> = {
  [CAMPAIGN_ENTERED]: {
    label: 'Campaign entered',
    memberAction: 'enter a campaign',
    verb: 'entered',
    outcome: ['campaign_info', 'campaign_name'],
  },
  [MEMBER_TIER_UPGRADE]: {
    label: 'Tier upgrade',
    memberAction: 'reach a tier',
    verb: 'reached',
    outcome: ['member_info', 'tier_info', 'loyalty_tier_name'],
  },
} satisfies Record<(typeof WEBHOOK_EVENT_TYPES)[number], EventType>;

/** What a list of events is for, shown while it is empty. */
export const EVENTS_EMPTY_TEXT = `Signed events appear here when members ${new Intl.ListFormat(
  'en-US',
  { type: 'disjunction' },
).format(Object.values(EVENT_TYPES).map(({ memberAction }) => memberAction))}.`;

/** The label of an event type. Unknown types are made readable: `event_points_lost` is "Points lost". */
export function eventTypeLabel(type: string): string {
  return EVENT_TYPES[type]?.label ?? attributeLabel(type.replace(/^event_/, ''));
}

/** The types of a request's events: "Tier upgrade", or "3 types"; undefined if it has none. */
export function eventTypesLabel(types: readonly string[]): string | undefined {
  const [first] = types;
  if (first === undefined) return undefined;
  return types.length === 1 ? eventTypeLabel(first) : `${types.length} types`;
}

/** What happened: "Summer picnic" or "from Silver to Gold"; undefined for unknown types or missing data. */
export function eventOutcomeLabel(event: LabeledEvent): string | undefined {
  const outcome = eventOutcome(event);
  if (outcome === undefined || event.event_type !== MEMBER_TIER_UPGRADE) return outcome;
  const { previous_tier: previous } = event;
  return previous ? `from ${previous} to ${outcome}` : `to ${outcome}`;
}

/** The campaign that was entered, or the tier that was reached. */
function eventOutcome({ event_type: type, data }: LabeledEvent): string | undefined {
  const path = EVENT_TYPES[type]?.outcome;
  return path && textAt(data, ...path);
}

/** An event in one phrase: "Vera Quick reached Gold"; its type if that is all that is known. */
export function eventTitle(event: LabeledEvent): string {
  const name = eventMemberName(event);
  const outcome = eventOutcome(event);
  const verb = EVENT_TYPES[event.event_type]?.verb;
  if (!name || !verb || outcome === undefined) return eventTypeLabel(event.event_type);
  return `${startLeftToRight(name)} ${verb} ${outcome}`;
}

/** Puts a left-to-right mark before an Arabic or Hebrew name: `dir="auto"` would turn the whole sentence around. */
function startLeftToRight(name: string): string {
  return /\p{Script=Arabic}|\p{Script=Hebrew}/u.test(name) ? `\u200e${name}` : name;
}

/** The name of the event's member, or else their id; undefined without a member. */
export function eventMemberName({ member_id: memberId, data }: LabeledEvent): string | undefined {
  const first = textAt(data, 'member_info', 'first_name');
  const last = textAt(data, 'member_info', 'last_name');
  const name = [first, last].filter((part) => part !== undefined).join(' ');
  return name === '' ? (memberId ?? undefined) : name;
}

type LabeledEvent = Pick<InboxEvent, 'event_type' | 'member_id' | 'data' | 'previous_tier'>;

interface StateLabel {
  readonly tone: 'normal' | 'soon' | 'broken' | 'off';
  readonly label: string;
}

const STATE_LABELS: Readonly<Record<string, StateLabel>> = {
  processed: { tone: 'normal', label: 'Processed' },
  pending: { tone: 'soon', label: 'Waiting' },
  failed: { tone: 'broken', label: 'Failed' },
  malformed: { tone: 'broken', label: 'Malformed' },
};

/** For events that were replayed. */
const REPLAYED_LABELS: Readonly<Record<string, string>> = {
  processed: 'Replayed',
  pending: 'Replaying',
  failed: 'Failed again',
};

/** The status of an event; an event about nobody is a warning, though it was processed. */
export function eventStatusLabel(event: InboxEvent): StateLabel {
  if (event.state === 'processed' && event.unknown_member) {
    return { tone: 'soon', label: 'Unknown member' };
  }
  return eventStateLabel(event.state, event.replays);
}

/** Unknown states are shown unchanged. */
export function eventStateLabel(state: string, replays = 0): StateLabel {
  const { tone, label } = STATE_LABELS[state] ?? { tone: 'off', label: state };
  return { tone, label: (replays > 0 && REPLAYED_LABELS[state]) || label };
}

/** A non-empty string in an event's data, which may have any shape. */
function textAt(data: unknown, ...path: readonly string[]): string | undefined {
  let value = data;
  for (const name of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

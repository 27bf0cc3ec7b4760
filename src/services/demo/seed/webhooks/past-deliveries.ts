import { formatMonthDayYearTime } from '#contract/loyalty/dates.ts';
import {
  CAMPAIGN_ENTERED,
  MEMBER_TIER_UPGRADE,
  type MemberInfo,
} from '#contract/loyalty/webhooks.ts';
import type { Random } from '#services/demo/seed/random.ts';
import { addSeconds } from '#services/platform/clock.ts';

const HOUR_SECONDS = 3600;
/** Between two deliveries of the past, from the newest, which is some minutes old, back. */
const GAP_SECONDS = 7.7 * HOUR_SECONDS;
const DELIVERIES = 28;
const NEWEST_SECONDS = 11 * 60;

const CAMPAIGNS = [
  { name: 'Spring welcome back', promotion: 'percent_off' },
  { name: 'Birthday month', promotion: 'bonus_points' },
  { name: 'Été en fleurs', promotion: 'free_shipping' },
  { name: 'Members’ night', promotion: undefined },
];

interface PastEvent {
  id: string;
  event_type: string;
  data: Record<string, unknown>;
}

/** A delivery that the program sent and the inbox took. */
export interface PastDelivery {
  at: Date;
  requestId: string;
  body: string;
  events: PastEvent[];
  /** The answer to the first attempt was lost, so it came again five minutes later. */
  isRepeated: boolean;
}

/** Whom the events are about: those who reached a tier, and everybody. */
interface Cast {
  upgraded: readonly MemberInfo[];
  everybody: readonly MemberInfo[];
}

/** The deliveries of the nine days before now, oldest first; their shape is the same at any time. */
export function createPastDeliveries(random: Random, cast: Cast, now: Date): PastDelivery[] {
  return Array.from({ length: DELIVERIES }, (_, index) => {
    const age = NEWEST_SECONDS + (DELIVERIES - 1 - index) * GAP_SECONDS;
    const at = addSeconds(now, -Math.round(age));
    const events = eventsOf(random, cast, index);
    const requestId = uuid(random);
    const body = JSON.stringify({
      request_id: requestId,
      total_count: events.length,
      created_date: formatMonthDayYearTime(at),
      events,
    });
    return { at, requestId, body, events, isRepeated: index % 11 === 4 };
  });
}

function eventsOf(random: Random, { upgraded, everybody }: Cast, index: number): PastEvent[] {
  if (index === 9) return [futureEvent(random, everybody)];
  if (index % 3 !== 0) {
    return Array.from({ length: 1 + (index % 2) }, () => ({
      id: uuid(random),
      event_type: MEMBER_TIER_UPGRADE,
      data: { member_info: random.pick(upgraded) },
    }));
  }
  const campaign_info = campaignOf(random, index / 3);
  return Array.from({ length: random.integer(2, 6) }, () => ({
    id: uuid(random),
    event_type: CAMPAIGN_ENTERED,
    data: { member_info: random.pick(everybody), campaign_info },
  }));
}

function campaignOf(random: Random, turn: number) {
  const { name, promotion } = CAMPAIGNS[turn % CAMPAIGNS.length] as (typeof CAMPAIGNS)[number];
  return {
    event_name: 'Campaign entered',
    event_ID: uuid(random),
    campaign_name: name,
    campaign_ID: uuid(random),
    delay_in_days: turn % 3,
    ...(promotion === undefined
      ? {}
      : {
          promotion_info: {
            promotion_id: uuid(random),
            promotion_type: promotion,
            configuration_settings: null,
          },
        }),
  };
}

/** Of a type that nobody knows yet: such an event is kept and shown as it came. */
function futureEvent(random: Random, everybody: readonly MemberInfo[]): PastEvent {
  const member_info = random.pick(everybody);
  return {
    id: uuid(random),
    event_type: 'event_points_expiring',
    data: { member_info, points: 120, days_left: 14 },
  };
}

function uuid(random: Random): string {
  const digits = random.hex(32);
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

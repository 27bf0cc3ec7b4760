import { formatMonthDayYearTime } from '#contract/loyalty/dates.ts';
import {
  CAMPAIGN_ENTERED,
  MEMBER_TIER_UPGRADE,
  type MemberInfo,
} from '#contract/loyalty/webhooks.ts';
import type { Random } from '#services/demo/seed/random.ts';
import { addSeconds } from '#services/platform/clock.ts';

const HOUR_SECONDS = 3600;
/** Time between two deliveries. */
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

/** A delivery that the program sent and the inbox accepted. */
export interface PastDelivery {
  at: Date;
  requestId: string;
  body: string;
  events: PastEvent[];
  /** The response to the first attempt was lost, so it was sent again five minutes later. */
  isRepeated: boolean;
}

interface EventMembers {
  upgraded: readonly MemberInfo[];
  all: readonly MemberInfo[];
}

/** The deliveries of the nine days before `now`, oldest first. */
export function createPastDeliveries(
  random: Random,
  members: EventMembers,
  now: Date,
): PastDelivery[] {
  return Array.from({ length: DELIVERIES }, (_, index) => {
    const age = NEWEST_SECONDS + (DELIVERIES - 1 - index) * GAP_SECONDS;
    const at = addSeconds(now, -Math.round(age));
    const events = createEvents(random, members, index);
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

function createEvents(random: Random, { upgraded, all }: EventMembers, index: number): PastEvent[] {
  if (index === 9) return [createUnknownEvent(random, all)];
  if (index % 3 !== 0) {
    return Array.from({ length: 1 + (index % 2) }, () => ({
      id: uuid(random),
      event_type: MEMBER_TIER_UPGRADE,
      data: { member_info: random.pick(upgraded) },
    }));
  }
  const campaign_info = createCampaign(random, index / 3);
  return Array.from({ length: random.integer(2, 6) }, () => ({
    id: uuid(random),
    event_type: CAMPAIGN_ENTERED,
    data: { member_info: random.pick(all), campaign_info },
  }));
}

function createCampaign(random: Random, turn: number) {
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

/** An event of an unknown type, which the inbox stores and shows unchanged. */
function createUnknownEvent(random: Random, all: readonly MemberInfo[]): PastEvent {
  const member_info = random.pick(all);
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

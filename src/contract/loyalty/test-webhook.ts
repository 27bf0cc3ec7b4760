import { formatMonthDayYearTime } from './dates.ts';
import { CAMPAIGN_ENTERED } from './webhooks.ts';

interface TestWebhook {
  eventType: string;
  /** Default: one that no program has. */
  memberId?: string | undefined;
  /** The number of events; default 1. */
  count?: number;
  now: Date;
  createId: () => string;
}

/** The body of a webhook request for tests of a receiver. Its ids begin with `test-`. */
export function testWebhookBody({
  eventType,
  memberId = 'TEST-MEMBER',
  count = 1,
  now,
  createId,
}: TestWebhook): string {
  const date = formatMonthDayYearTime(now);
  const createTestId = () => `test-${createId()}`;
  const data = {
    member_info: {
      member_id: memberId,
      first_name: 'Test',
      last_name: 'Event',
      member_status: 'active',
      last_modified_date: date,
      tier_info: { loyalty_tier_name: 'Test tier', qualified_points: 1000 },
    },
    ...(eventType === CAMPAIGN_ENTERED
      ? { campaign_info: { campaign_name: 'Test campaign' } }
      : {}),
  };
  return JSON.stringify({
    request_id: createTestId(),
    total_count: count,
    created_date: date,
    events: Array.from({ length: count }, () => ({
      id: createTestId(),
      event_type: eventType,
      data,
    })),
  });
}

import { describe, expect, test } from 'vitest';
import {
  attemptOutcome,
  deliveryCurl,
  deliveryState,
  deliveryTitle,
  webhookName,
} from './webhook-labels.ts';
import type { Delivery } from './webhooks-queries.ts';

const delivery: Delivery = {
  id: '1',
  request_id: 'r1',
  state: 'delivered',
  event_type: 'event_member_tierupgrade',
  first_event: null,
  events: 1,
  created_at: '2027-01-01T00:00:00.000Z',
  next_attempt_at: null,
  attempts: [],
  inbox_request_id: null,
};

const attempt = {
  number: 1,
  started_at: '2027-01-01T00:00:00.000Z',
  duration_ms: 1200,
  status: null,
  error: null,
  response: null,
};

describe('labels of webhooks', () => {
  test('a webhook is named by its URL without the scheme', () => {
    expect(webhookName({ url: 'https://shop.example.com/events' })).toBe('shop.example.com/events');
    expect(webhookName({ url: 'http://shop.example.com/' })).toBe('shop.example.com');
  });

  test('a delivery is named by its first event, the member, and how many others it has', () => {
    expect(deliveryTitle(delivery)).toBe('Tier upgrade');
    const first = { id: 'e1', member_id: 'M-1', member_name: 'Femi Ibekwe' };
    expect(deliveryTitle({ ...delivery, events: 1200, first_event: first })).toBe(
      'Tier upgrade, Femi Ibekwe + 1,199',
    );
    expect(deliveryTitle({ ...delivery, first_event: { ...first, member_name: null } })).toBe(
      'Tier upgrade, M-1',
    );
    expect(deliveryTitle({ ...delivery, event_type: null, events: 0 })).toBe(
      'Events that are no longer stored',
    );
  });

  test('a delivery as curl is one command, whatever its body has', () => {
    const headers = { 'x-loyalty-signature': 'ab' };
    expect(deliveryCurl({ url: 'https://shop.example', headers, body: `{"a":"it's"}` })).toBe(
      [
        String.raw`curl -X POST 'https://shop.example' \ `.trimEnd(),
        String.raw`  -H 'x-loyalty-signature: ab' \ `.trimEnd(),
        String.raw`  --data-raw '{"a":"it'\''s"}'`,
      ].join('\n'),
    );
  });

  test('an unknown state is shown unchanged', () => {
    expect(deliveryState('paused').label).toBe('paused');
  });

  test('an attempt is described by its response, its error, or that there is neither', () => {
    expect(attemptOutcome({ ...attempt, status: 401 })).toBe('401 in 1,200 ms');
    expect(attemptOutcome({ ...attempt, error: 'No response within 10 s' })).toBe(
      'No response within 10 s',
    );
    expect(attemptOutcome({ ...attempt, duration_ms: null })).toBe('No result yet');
  });
});

import { describe, expect, test } from 'vitest';
import { attemptOutcome, deliveryState, deliveryTitle, webhookName } from './webhook-labels.ts';
import type { Delivery } from './webhooks-queries.ts';

const delivery: Delivery = {
  id: '1',
  request_id: 'r1',
  state: 'delivered',
  event_type: 'event_member_tierupgrade',
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

  test('a delivery is named by its event, or by how many it has', () => {
    expect(deliveryTitle(delivery)).toBe('Tier upgrade');
    expect(deliveryTitle({ ...delivery, events: 1200 })).toBe('1,200 events');
    expect(deliveryTitle({ ...delivery, event_type: null, events: 0 })).toBe('No event');
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

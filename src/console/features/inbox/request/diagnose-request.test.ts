import { describe, expect, test } from 'vitest';
import type { InboxDelivery } from '#contract/gateway/inbox.ts';
import { diagnoseRequest } from './diagnose-request.ts';

const RECEIVED = '2026-11-21T12:00:00.000Z';
const HEX = 'a'.repeat(128);

const request = (facts: Partial<InboxDelivery>): InboxDelivery => ({
  id: '1',
  received_at: RECEIVED,
  verdict: 'bad_signature',
  reason: null,
  request_id: null,
  event_type: null,
  event_types: [],
  claimed_request_id: null,
  ip: null,
  response_status: 401,
  test: false,
  total_count: null,
  signature: HEX,
  nonce: String(Date.parse(RECEIVED)),
  body: '{"events":[]}',
  events: [],
  event_count: 0,
  ...facts,
});
const firstCause = (facts: Partial<InboxDelivery>) => diagnoseRequest(request(facts)).causes[0];

describe('request diagnosis', () => {
  test.each<[Partial<InboxDelivery>, RegExp]>([
    [{ signature: null }, /doesn't sign.*x-loyalty-signature\./],
    [{ signature: null, nonce: null }, /x-loyalty-signature and nonce/],
    [{ nonce: null }, /header nonce/],
    [{ signature: 'a'.repeat(64) }, /SHA-256/],
    [{ signature: 'a'.repeat(40) }, /SHA-1\./],
    [{ signature: 'a'.repeat(127) }, /127 digits instead of 128/],
    [{ signature: `sha512=${HEX}` }, /prefix/],
    [{ signature: `${'A'.repeat(86)}==` }, /Base64/],
    [{ signature: 'certainly' }, /not in hex/],
    [{ body: '{"events":[]}\n' }, /line break/],
    [{ body: '{ "events": [] }' }, /reformatted/],
    [{}, /re-serialized/],
    [{ body: 'no JSON' }, /different secret/],
    [{ body: null }, /different secret/],
  ])('names the likely cause of a signature mismatch: %j', (facts, cause) => {
    expect(firstCause(facts)).toMatch(cause);
  });

  test.each<[string | null, RegExp]>([
    [null, /not a number/],
    ['soon', /not a number/],
    ['1795262400', /seconds/],
    ['1795262400000000', /smaller unit/],
    [String(Date.parse(RECEIVED) - 12 * 60_000), /12 minutes before/],
    [String(Date.parse(RECEIVED) + 6 * 60_000), /6 minutes after/],
  ])('names the likely cause of a stale nonce: %s', (nonce, cause) => {
    expect(firstCause({ verdict: 'stale', nonce })).toMatch(cause);
  });

  test('summarizes every outcome, and has no causes for accepted requests', () => {
    for (const verdict of ['accepted', 'duplicate', 'malformed', 'too_large', 'a future one']) {
      expect(diagnoseRequest(request({ verdict })).summary).not.toBe('');
    }
    expect(diagnoseRequest(request({ verdict: 'accepted' })).causes).toEqual([]);
  });
});

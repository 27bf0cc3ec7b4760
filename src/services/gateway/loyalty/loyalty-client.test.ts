import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getMember } from '#contract/loyalty/members/members.ts';
import {
  type ConnectedGateway,
  startConnectedGateway,
} from '#services/gateway/testing/start-connected-gateway.ts';
import { createLoyaltyClient } from './loyalty-client.ts';

describe('the client of a loyalty service', () => {
  let connected: ConnectedGateway;
  beforeAll(async () => {
    connected = await startConnectedGateway();
  }, 60_000);
  afterAll(() => connected?.close());

  const call = async (status: number, body: string, headers: Record<string, string> = {}) => {
    const { gateway, upstream } = connected;
    upstream.respond = (_request, response) => void response.writeHead(status, headers).end(body);
    const client = await createLoyaltyClient(gateway.dependencies, 1);
    return client?.call(getMember, { params: { member: 'S-1' } });
  };

  test.each([
    ['7', 7],
    ['0', 0],
    ['99999999999', 3_600],
    ['1e20', undefined],
    ['-5', undefined],
    ['Wed, 21 Oct 2026 07:28:00 GMT', undefined],
  ])('understands the header Retry-After: %s as %s seconds', async (header, seconds) => {
    await expect(call(429, '{}', { 'retry-after': header })).rejects.toMatchObject({
      status: 429,
      retryAfterSeconds: seconds,
    });
  });

  test('keeps the digits of integers that are too long for a number', async () => {
    const body = '{"data":{"id":"S-1","custom_attributes":{"erp":12345678901234567890}}}';
    const { data } = (await call(200, body)) ?? {};
    expect(data?.custom_attributes).toEqual({ erp: '12345678901234567890' });
  });

  test('rejects a response that is none of the contract', async () => {
    const message = 'The loyalty service sent an invalid response.';
    await expect(call(200, '<html>')).rejects.toMatchObject({ message });
    await expect(call(200, '{"message":"Welcome"}')).rejects.toMatchObject({ message });
  });
});

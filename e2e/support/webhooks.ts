import { createHmac } from 'node:crypto';
import type { APIRequestContext } from '@playwright/test';
import { expectSuccess } from './expect-success.ts';

const SECRET = 'patron-demo-webhook-secret';

interface InvalidHeaders {
  signature?: string;
  nonce?: string;
}

/**
 * Delivers a body to team 1's inbox as the loyalty program does, or with invalid headers.
 *
 * @returns the response status
 */
export async function deliver(
  request: APIRequestContext,
  url: string,
  body: string,
  { nonce = String(Date.now()), signature = sign(body, nonce) }: InvalidHeaders = {},
): Promise<number> {
  const response = await request.post(`${url}/gateway/teams/1/webhooks/loyalty`, {
    headers: { 'content-type': 'application/json', 'x-loyalty-signature': signature, nonce },
    data: Buffer.from(body),
  });
  return response.status();
}

/** HMAC-SHA512, in hex, of `<body>:<nonce>` (loyalty.md, Events). */
export function sign(body: string, nonce: string): string {
  return createHmac('sha512', SECRET).update(`${body}:${nonce}`).digest('hex');
}

/** The body of a webhook request with these events. */
export function envelope(...events: readonly object[]): string {
  return JSON.stringify({
    request_id: crypto.randomUUID(),
    total_count: events.length,
    created_date: '01/31/2026 12:00:00',
    events,
  });
}

/** Makes purchases as a member of the demo program. Enough of them lead to the next tier. */
export async function earn(
  request: APIRequestContext,
  url: string,
  memberId: string,
  quantity: number,
): Promise<void> {
  const response = await request.post(`${url}/demo/loyalty/earn`, {
    data: { member_id: memberId, activity_id: 'purchase', quantity },
  });
  await expectSuccess(response);
}

/** Lets members of the demo program enter a campaign, which emits an event for each. */
export async function enterCampaign(
  request: APIRequestContext,
  url: string,
  campaign: string,
  ...memberIds: readonly string[]
): Promise<void> {
  const response = await request.post(`${url}/demo/loyalty/campaign-entered`, {
    data: { member_ids: memberIds, campaign_name: campaign },
  });
  await expectSuccess(response);
}

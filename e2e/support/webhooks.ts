import { createHmac } from 'node:crypto';
import type { APIRequestContext } from '@playwright/test';
import { expectSuccess } from './expect-success.ts';

const SECRET = 'patron-demo-webhook-secret';

interface Mistakes {
  signature?: string;
  nonce?: string;
}

/** Delivers a body to the inbox of team 1 as the loyalty program does, or with a mistake. */
export async function deliver(
  request: APIRequestContext,
  url: string,
  body: string,
  { nonce = String(Date.now()), signature = sign(body, nonce) }: Mistakes = {},
): Promise<number> {
  const answer = await request.post(`${url}/gateway/teams/1/webhooks/loyalty`, {
    headers: { 'content-type': 'application/json', 'x-loyalty-signature': signature, nonce },
    data: Buffer.from(body),
  });
  return answer.status();
}

/** HMAC-SHA512, in hex, of `<body>:<nonce>` (loyalty.md, Events). */
function sign(body: string, nonce: string): string {
  return createHmac('sha512', SECRET).update(`${body}:${nonce}`).digest('hex');
}

/** An envelope around events. */
export function envelope(...events: readonly object[]): string {
  return JSON.stringify({
    request_id: crypto.randomUUID(),
    total_count: events.length,
    created_date: '01/31/2026 12:00:00',
    events,
  });
}

/** Has a member of the demo do an activity; enough of it leads to another tier. */
export async function earn(
  request: APIRequestContext,
  url: string,
  memberId: string,
  quantity: number,
): Promise<void> {
  const answer = await request.post(`${url}/demo/loyalty/earn`, {
    data: { member_id: memberId, activity_id: 'purchase', quantity },
  });
  await expectSuccess(answer);
}

/** Has members of the demo enter a campaign: an event for each. */
export async function enterCampaign(
  request: APIRequestContext,
  url: string,
  campaign: string,
  ...memberIds: readonly string[]
): Promise<void> {
  const answer = await request.post(`${url}/demo/loyalty/campaign-entered`, {
    data: { member_ids: memberIds, campaign_name: campaign },
  });
  await expectSuccess(answer);
}

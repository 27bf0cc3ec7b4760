import { randomUUID } from 'node:crypto';
import { request } from 'undici';
import { tokenResponseSchema } from '#contract/advocacy/oauth.ts';
import { envelope, signWebhook, tierUpgrade } from '#services/gateway/testing/sign-webhook.ts';

/** The webhook secret of the demo's team 1. */
const SECRET = 'patron-demo-webhook-secret';
const MEMBERS = '/gateway/teams/1/loyalty/v2/loyalty/members';
/** Events of each delivery that is received, and members of each campaign that is sent. */
const EVENTS = 2;

type Kind = 'reads' | 'writes' | 'webhooks received' | 'webhooks sent';

/** A client that sends requests of one kind, one after another. */
export interface Client {
  kind: Kind;
  /** The time from one request to the next. */
  intervalMs: number;
  /** @throws if the response is not a success */
  send(): Promise<void>;
}

interface Traffic {
  clients: Client[];
  /** Events that were delivered to the inbox or have to be, each counted once. */
  countEvents(): number;
}

/**
 * Clients as in a team's day: lists and items of both APIs, searches, changes of members, token
 * refreshes, webhooks to the inbox, and campaigns whose events are sent to the same inbox.
 * @param tokens the refresh token is of another session than the access token
 */
export async function createTraffic(
  urls: readonly string[],
  { accessToken, ...tokens }: { accessToken: string; refreshToken: string },
): Promise<Traffic> {
  let events = 0;
  let turn = 0;
  const send = async (path: string, { method = 'GET', headers = {}, body = '' }: Sent = {}) => {
    const url = `${urls[turn++ % urls.length]}${path}`;
    const options = method === 'GET' ? { headers } : { method, headers, body };
    const response = await request(url, options);
    const text = await response.body.text();
    if (response.statusCode !== 200) {
      throw new Error(`${method} ${path} responded ${response.statusCode}: ${text.slice(0, 200)}`);
    }
    return text;
  };
  const authorization = { authorization: `Bearer ${accessToken}` };
  const json = { ...authorization, 'content-type': 'application/json' };
  const page = JSON.parse(
    await send(`${MEMBERS}?count=100&member_status=active`, { headers: authorization }),
  ) as { data: { members: { member_id: string; last_name: string }[] } };
  const { members } = page.data;
  const pick = () =>
    members[Math.floor(Math.random() * members.length)] as (typeof members)[number];
  const memberPath = () => `${MEMBERS}/${pick().member_id}?idParam=member_id`;

  const reads = [
    () => '/api/advocacy/v2/teams/1/accounts',
    () => `${MEMBERS}?count=100&member_status=active`,
    memberPath,
    () => `/gateway/teams/1/directory/members?count=50&q=${pick().last_name.slice(0, 3)}`,
    () => '/gateway/teams/1/webhook-requests',
    () => '/gateway/teams/1/webhook-events',
  ].map(
    (pathOf): Client => ({
      kind: 'reads',
      intervalMs: 100,
      send: async () => void (await send(pathOf(), { headers: authorization })),
    }),
  );
  const update: Client = {
    kind: 'writes',
    intervalMs: 100,
    send: async () => {
      const body = JSON.stringify({ last_name: `Load ${randomUUID().slice(0, 8)}` });
      await send(memberPath(), { method: 'POST', headers: json, body });
    },
  };
  let { refreshToken } = tokens;
  const refresh: Client = {
    kind: 'writes',
    intervalMs: 1_000,
    send: async () => {
      const form = { grant_type: 'refresh_token', client_id: 'patron-console' };
      const response = await send('/api/advocacy/oauth/token', {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ ...form, refresh_token: refreshToken }).toString(),
      });
      refreshToken = tokenResponseSchema.parse(JSON.parse(response)).refresh_token ?? '';
    },
  };
  const deliver: Client = {
    kind: 'webhooks received',
    intervalMs: 250,
    send: async () => {
      const upgrades = Array.from({ length: EVENTS }, () =>
        tierUpgrade(randomUUID(), { member_id: pick().member_id }),
      );
      const body = envelope(upgrades, { request_id: randomUUID() });
      events += EVENTS;
      // The second one is a duplicate.
      for (let sent = 0; sent < 2; sent += 1) {
        const headers = signWebhook(body, new Date(), { secret: SECRET });
        await send('/gateway/teams/1/webhooks/loyalty', { method: 'POST', headers, body });
      }
    },
  };
  const enterCampaign: Client = {
    kind: 'webhooks sent',
    intervalMs: 500,
    send: async () => {
      const first = Math.floor(Math.random() * (members.length - EVENTS));
      const member_ids = members.slice(first, first + EVENTS).map(({ member_id }) => member_id);
      events += EVENTS;
      const body = JSON.stringify({ member_ids, campaign_name: 'Load' });
      await send('/demo/loyalty/campaign-entered', { method: 'POST', headers: json, body });
    },
  };
  const writes = [update, refresh, deliver, deliver, enterCampaign];
  return { clients: [...reads, ...reads, ...writes], countEvents: () => events };
}

interface Sent {
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
}

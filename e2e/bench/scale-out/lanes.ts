import { randomUUID } from 'node:crypto';
import { request } from 'undici';
import { tokenResponseSchema } from '#contract/advocacy/oauth.ts';
import { signInThroughPages } from '#services/advocacy/testing/sign-in-through-pages.ts';
import { DEMO_SIGN_IN } from '#services/demo/seed/advocacy/users.ts';
import { DEMO_PROGRAMS } from '#services/demo/seed/loyalty/demo-programs.ts';
import { envelope, signWebhook, tierUpgrade } from '#services/gateway/testing/sign-webhook.ts';

/** Concurrent clients: browsers that refresh, integrations that read. */
const LANES = 16;
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

/** Sends one request to one of the processes, in turns. */
export type Lane = () => Promise<void>;

interface Session {
  accessToken: string;
  refreshToken: string;
}

/** Clients of the processes by what they do; each waits for a response before its next request. */
export async function createLanes(urls: readonly string[]): Promise<Record<string, Lane[]>> {
  const sessions: Session[] = [];
  // One at a time: checking a password takes a whole core.
  for (let lane = 0; lane < LANES; lane++) {
    const response = await signInThroughPages(`${urls[0]}/api/advocacy`, DEMO_SIGN_IN);
    const { access_token: accessToken, refresh_token: refreshToken = '' } = response;
    sessions.push({ accessToken, refreshToken });
  }
  let turn = 0;
  const nextUrl = () => urls[turn++ % urls.length] as string;
  const read = (path: string) =>
    sessions.map(({ accessToken }) => () => {
      const headers = { authorization: `Bearer ${accessToken}` };
      return send(`${nextUrl()}${path}`, { headers });
    });
  return {
    'token refreshes': sessions.map((session) => () => refresh(nextUrl(), session)),
    'pages of accounts': read('/api/advocacy/v2/teams/1/accounts'),
    'pages of members': read('/gateway/teams/1/loyalty/v2/loyalty/members?count=50'),
    'events received': sessions.map((_, index) => () => deliverEvent(nextUrl(), index)),
  };
}

/** Each refresh token works once. */
async function refresh(url: string, session: Session): Promise<void> {
  const body = new URLSearchParams({
    grant_type: 'refresh_token',
    client_id: 'patron-console',
    refresh_token: session.refreshToken,
  });
  const options = { method: 'POST', headers: FORM, body: body.toString() } as const;
  const response = await request(`${url}/api/advocacy/oauth/token`, options);
  const tokens = tokenResponseSchema.parse(await response.body.json());
  session.refreshToken = tokens.refresh_token ?? '';
}

/** To the teams in turns: those of a team are written one after another. */
function deliverEvent(url: string, index: number): Promise<void> {
  const { teamId, webhookSecret: secret } = DEMO_PROGRAMS[
    index % DEMO_PROGRAMS.length
  ] as (typeof DEMO_PROGRAMS)[number];
  const body = envelope([tierUpgrade(randomUUID())], { request_id: randomUUID() });
  const headers = signWebhook(body, new Date(), { secret });
  return send(`${url}/gateway/teams/${teamId}/webhooks/loyalty`, { method: 'POST', headers, body });
}

async function send(url: string, options: Parameters<typeof request>[1]): Promise<void> {
  const { statusCode, body } = await request(url, options);
  await body.arrayBuffer();
  if (statusCode !== 200) throw new Error(`${url} responded ${statusCode}`);
}

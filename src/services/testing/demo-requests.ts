import { idTokenResponseSchema } from '#contract/advocacy/oauth.ts';
import { API_KEY_HEADER, PARTNER_ID_HEADER } from '#contract/loyalty/parameters.ts';
import { signInThroughPages } from '#services/advocacy/testing/sign-in-through-pages.ts';
import { DEMO_SIGN_IN } from '#services/demo/seed/advocacy/users.ts';
import { FULL_PROGRAM } from '#services/demo/seed/loyalty/demo-programs.ts';
import type { PatronProcess } from './patron-process.ts';

/** Headers that authenticate the demo's program at the loyalty service. */
export const DEMO_LOYALTY_HEADERS = {
  [API_KEY_HEADER]: FULL_PROGRAM.apiKey,
  [PARTNER_ID_HEADER]: FULL_PROGRAM.partnerId,
};

/** Signs in as the demo's administrator and returns the headers for requests. */
export async function signInAsAdmin({ url }: PatronProcess): Promise<{ authorization: string }> {
  const { access_token } = await signInThroughPages(`${url}/api/advocacy`, DEMO_SIGN_IN);
  return { authorization: `Bearer ${access_token}` };
}

/** Confirms the password of the demo's administrator, and returns the id_token. */
export async function confirmPassword(
  { url }: PatronProcess,
  headers: { authorization: string },
): Promise<string> {
  const body = new URLSearchParams({ password: DEMO_SIGN_IN.password });
  const response = await fetch(`${url}/api/advocacy/oauth/id_token`, {
    method: 'POST',
    headers,
    body,
  });
  return idTokenResponseSchema.parse(await response.json()).id_token;
}

/** Makes the demo's first member enter a campaign, which sends a webhook event. */
export function enterCampaign({ url }: PatronProcess, name: string): Promise<Response> {
  return fetch(`${url}/demo/loyalty/campaign-entered`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ member_ids: ['M-000001'], campaign_name: name }),
  });
}

import { signInThroughPages } from '../advocacy/testing/sign-in-through-pages.ts';
import type { PatronProcess } from './patron-process.ts';

export const DEMO_ADMIN = { email: 'admin@patron.test', password: 'patron-demo-admin' };
export const DEMO_KEYS = { 'api-key': 'patron-demo-api-key', 'partner-id': 'patron-demo' };

/** Signs the demo's administrator in. @returns the headers of who is signed in. */
export async function signInAsAdmin({ url }: PatronProcess): Promise<{ authorization: string }> {
  const { access_token } = await signInThroughPages(`${url}/api/advocacy`, DEMO_ADMIN);
  return { authorization: `Bearer ${access_token}` };
}

/** A request that makes the demo's first member enter a campaign, which is told by a webhook. */
export function enterCampaign({ url }: PatronProcess, name: string): Promise<Response> {
  return fetch(`${url}/demo/loyalty/campaign-entered`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ member_ids: ['M-000001'], campaign_name: name }),
  });
}

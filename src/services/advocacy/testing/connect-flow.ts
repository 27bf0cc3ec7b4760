import * as z from 'zod/mini';
import {
  type ConnectMessage,
  connectMessageSchema,
  editAccountRedirect,
  newAccountRedirect,
} from '#contract/advocacy/accounts.ts';
import { type AccountsTeam, parseResponse } from './accounts-team.ts';

/** Where a test's connections report to. */
export const ORIGIN = 'https://console.example';

/** Begins to connect an account; answers the third party's page. */
export async function startNewConnection(team: AccountsTeam, query: string): Promise<URL> {
  const reply = parseResponse(
    newAccountRedirect,
    await team.request('GET', `/accounts/new?${query}`),
  );
  return new URL(reply.data.attributes.url);
}

/** Begins to reauthorize an account; answers the third party's page. */
export async function startReauthorization(
  team: AccountsTeam,
  id: number,
  query: string,
): Promise<URL> {
  const answer = await team.request('GET', `/accounts/${id}/edit?${query}`);
  return new URL(parseResponse(editAccountRedirect, answer).data.attributes.url);
}

/**
 * Comes back from the third party's page, as the browser would; redirects are not followed.
 * @param method HEAD where somebody looks at the address before the browser opens it
 */
export function returnFromThirdParty(
  page: URL,
  answer: Record<string, string> = { code: 'their-code' },
  method: 'GET' | 'HEAD' = 'GET',
) {
  const callback = new URL(page.searchParams.get('redirect_uri') ?? '');
  callback.searchParams.set('state', page.searchParams.get('state') ?? '');
  for (const [name, value] of Object.entries(answer)) callback.searchParams.set(name, value);
  return fetch(callback, { method, redirect: 'manual' });
}

/** What the callback page posts to its opener, and to which origin. */
export async function postedMessage(
  response: Response,
): Promise<{ message: ConnectMessage; origin: string }> {
  const text = await response.text();
  const attribute = (name: string) =>
    unescapeHtml(new RegExp(` data-${name}="([^"]*)"`).exec(text)?.[1] ?? '');
  return { message: parseMessage(attribute('message')), origin: attribute('origin') };
}

/** What the redirect back carries. */
export function redirectedMessage(response: Response): { message: ConnectMessage; location: URL } {
  const location = new URL(response.headers.get('location') ?? '');
  const json = Buffer.from(location.searchParams.get('data') ?? '', 'base64').toString('utf8');
  return { message: parseMessage(json), location };
}

const parseMessage = (json: string) => z.parse(connectMessageSchema, JSON.parse(json));

function unescapeHtml(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}

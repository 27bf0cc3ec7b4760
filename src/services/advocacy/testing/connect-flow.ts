import * as z from 'zod/mini';
import {
  type ConnectMessage,
  connectMessageSchema,
  editAccountRedirect,
  newAccountRedirect,
} from '#contract/advocacy/accounts.ts';
import { type AccountsTeam, parseResponse } from './accounts-team.ts';

/** The origin that receives the result of a connection. */
export const ORIGIN = 'https://console.example';

/** Starts connecting an account. @returns the third party's page */
export async function startNewConnection(team: AccountsTeam, query: string): Promise<URL> {
  const body = parseResponse(
    newAccountRedirect,
    await team.request('GET', `/accounts/new?${query}`),
  );
  return new URL(body.data.attributes.url);
}

/** Starts reauthorizing an account. @returns the third party's page */
export async function startReauthorization(
  team: AccountsTeam,
  id: number,
  query: string,
): Promise<URL> {
  const response = await team.request('GET', `/accounts/${id}/edit?${query}`);
  return new URL(parseResponse(editAccountRedirect, response).data.attributes.url);
}

/**
 * Requests the callback URL as a browser would after the third party's page, without following
 * redirects.
 * @param method HEAD for a link preview
 */
export function returnFromThirdParty(
  page: URL,
  parameters: Record<string, string> = { code: 'their-code' },
  method: 'GET' | 'HEAD' = 'GET',
) {
  const callback = new URL(page.searchParams.get('redirect_uri') ?? '');
  callback.searchParams.set('state', page.searchParams.get('state') ?? '');
  for (const [name, value] of Object.entries(parameters)) callback.searchParams.set(name, value);
  return fetch(callback, { method, redirect: 'manual' });
}

/** The message that the callback page posts to its opener, and the origin it posts to. */
export async function postedMessage(
  response: Response,
): Promise<{ message: ConnectMessage; origin: string }> {
  const text = await response.text();
  const attribute = (name: string) =>
    unescapeHtml(new RegExp(` data-${name}="([^"]*)"`).exec(text)?.[1] ?? '');
  return { message: parseMessage(attribute('message')), origin: attribute('origin') };
}

/** The message in the redirect to the client. */
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

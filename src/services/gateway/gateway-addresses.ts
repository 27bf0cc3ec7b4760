import { INBOX_DELIVERY_PATH } from '#contract/gateway/inbox.ts';

/** Path of the gateway under the public URL (operating.md, Addresses). */
export const GATEWAY_PATH = '/gateway';

/**
 * The URL to which a team's loyalty program delivers its webhooks.
 * @param baseUrl the public URL, without a trailing slash
 */
export function inboxUrl(baseUrl: string, teamId: number): string {
  return `${baseUrl}${GATEWAY_PATH}${INBOX_DELIVERY_PATH.replace(':team_id', String(teamId))}`;
}

/** The team whose inbox has this URL, on any host; undefined if it is not an inbox URL. */
export function teamOfInbox(url: string): number | undefined {
  const [before = '', after = ''] = `${GATEWAY_PATH}${INBOX_DELIVERY_PATH}`.split(':team_id');
  const { pathname } = new URL(url);
  const id = pathname.slice(before.length, pathname.length - after.length);
  const isInbox = pathname === `${before}${id}${after}` && /^\d{1,15}$/.test(id);
  return isInbox ? Number(id) : undefined;
}

import { INBOX_DELIVERY_PATH } from '#contract/gateway/inbox.ts';

/** Where the gateway is, under the public address (operating.md, Addresses). */
export const GATEWAY_PATH = '/gateway';

/**
 * Where the loyalty program of a team delivers its events.
 * @param baseUrl the address that the gateway is mounted at, without a trailing slash
 */
export function inboxUrl(baseUrl: string, teamId: number): string {
  return `${baseUrl}${GATEWAY_PATH}${INBOX_DELIVERY_PATH.replace(':team_id', String(teamId))}`;
}

/** The team whose inbox an address is, at whatever host; undefined where it is none. */
export function teamOfInbox(url: string): number | undefined {
  const [before = '', after = ''] = `${GATEWAY_PATH}${INBOX_DELIVERY_PATH}`.split(':team_id');
  const { pathname } = new URL(url);
  const id = pathname.slice(before.length, pathname.length - after.length);
  const isInbox = pathname === `${before}${id}${after}` && /^\d{1,15}$/.test(id);
  return isInbox ? Number(id) : undefined;
}

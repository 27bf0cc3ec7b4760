import { beginRead } from './api/begun-reads.ts';

/** What every page reads of the advocacy service: who the person is. */
export const CURRENT_USER = '/v2/me?include=teams';
/** What the members page reads of the loyalty service at its plain address. */
export const FIRST_MEMBERS = '/loyalty/members?member_status=active&count=100';

const MEMBERS_PAGE = /^\/teams\/([^/]+)\/members\/?$/;

/**
 * Begins what a visit reads first, while the code that will ask for it is on its way. Addresses are
 * written out here, because what builds them is a part of that code; begin-first-reads.test.ts holds
 * them to it. Where they are not what is asked for, a read was made in vain and nothing else.
 *
 * @param config `/config.json`, unread
 */
export function beginFirstReads(config: unknown, accessToken: string): void {
  const { advocacy, loyalty } = config as Record<string, { baseUrl?: unknown } | undefined>;
  const authorization = `Bearer ${accessToken}`;
  const begin = (baseUrl: unknown, path: string, accept: string) => {
    if (typeof baseUrl !== 'string') return;
    const { href } = new URL(baseUrl, location.origin);
    beginRead(href.replace(/\/$/, '') + path, { accept, authorization });
  };

  const teamId = location.search === '' && MEMBERS_PAGE.exec(location.pathname)?.[1];
  if (teamId && typeof loyalty?.baseUrl === 'string') {
    const baseUrl = loyalty.baseUrl.replaceAll('{team_id}', teamId);
    begin(baseUrl, FIRST_MEMBERS, 'application/json');
  }
  begin(advocacy?.baseUrl, CURRENT_USER, 'application/vnd.api+json');
}

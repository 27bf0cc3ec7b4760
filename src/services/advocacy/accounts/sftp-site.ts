import { invalidAttribute } from '#services/platform/json-api/errors.ts';
import type { CredentialsAccountType } from './account-types.ts';

const SITE =
  /^sftp:\/\/(?<host>[^/?#@:\s\\]+|\[[0-9a-f:.]+\])(?::(?<port>\d{1,5}))?(?<path>\/[^?#\s\\]*)?$/i;
const DEFAULT_PORT = 22;

/**
 * An SFTP address in its one spelling, or undefined where it is none: host in lower case and ASCII,
 * the default port left out, the path without dot segments or a trailing slash.
 */
export function toSftpSite(text: string): string | undefined {
  const { host, port = String(DEFAULT_PORT), path = '/' } = SITE.exec(text)?.groups ?? {};
  // The URL parser knows host names only under a scheme of the web.
  const address = `http://${host}${path}`;
  if (host === undefined || !URL.canParse(address)) return undefined;
  if (Number(port) < 1 || Number(port) > 65_535) return undefined;
  const { hostname, pathname } = new URL(address);
  const shownPort = Number(port) === DEFAULT_PORT ? '' : `:${Number(port)}`;
  return `sftp://${hostname}${shownPort}${pathname.replace(/\/+$/, '') || '/'}`;
}

/** A feed of files; its external id is the user name at the site (decisions.md, 21). */
export const sftp: CredentialsAccountType = {
  type: 'sftp',
  label: 'SFTP',
  connect: 'credentials',
  fields: [
    { name: 'access_token', label: 'User name', required: true, secret: false },
    { name: 'secret', label: 'Password or private key', required: true, secret: true },
    { name: 'site', label: 'Site', required: true, secret: false },
  ],
  toAccount({ access_token: username = '', secret = '', site: typed = '' }) {
    const site = toSftpSite(typed);
    if (site === undefined) {
      throw invalidAttribute('site', 'Enter an address such as sftp://files.example.com/feed.');
    }
    const place = site.slice('sftp://'.length);
    return {
      type: 'sftp',
      externalId: `${username}@${place}`,
      name: `${username}@${new URL(site).hostname}`,
      username,
      imageUrl: null,
      site,
      expiresAt: null,
      capabilities: ['ingest'],
      followersCount: 0,
      followsCount: 0,
      mediaCount: 0,
      likesCount: null,
      credentials: { accessToken: username, secret },
      subaccounts: [],
    };
  },
};

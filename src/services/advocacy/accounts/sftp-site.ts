const SITE =
  /^sftp:\/\/(?<host>[^/?#@:\s\\]+|\[[0-9a-f:.]+\])(?::(?<port>\d{1,5}))?(?<path>\/[^?#\s\\]*)?$/i;
const DEFAULT_PORT = 22;

/**
 * Normalizes an SFTP address: host in lower case and ASCII, no default port, no dot segments or
 * trailing slash in the path.
 * @returns undefined when the text is not an SFTP address
 */
export function toSftpSite(text: string): string | undefined {
  const { host, port = String(DEFAULT_PORT), path = '/' } = SITE.exec(text)?.groups ?? {};
  // The URL parser normalizes hosts only for web schemes.
  const address = `http://${host}${path}`;
  if (host === undefined || !URL.canParse(address)) return undefined;
  if (Number(port) < 1 || Number(port) > 65_535) return undefined;
  const { hostname, pathname } = new URL(address);
  const portSuffix = Number(port) === DEFAULT_PORT ? '' : `:${Number(port)}`;
  return `sftp://${hostname}${portSuffix}${pathname.replace(/\/+$/, '') || '/'}`;
}

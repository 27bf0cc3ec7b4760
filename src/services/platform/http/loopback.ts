import { isIP } from 'node:net';

/** Whether a host name or address is this machine's own. IPv6 addresses may be in brackets. */
export function isLoopback(host: string): boolean {
  const address = unbracket(host);
  return address === 'localhost' || address === '::1' || /^127\.\d+\.\d+\.\d+$/.test(address);
}

/** Whether a host is an IP address, in brackets for IPv6. */
export function isAddress(host: string): boolean {
  return isIP(unbracket(host)) !== 0;
}

/** The host name of a `Host` header, without the port; undefined if it isn't valid. */
export function hostnameOf(header: string | undefined): string | undefined {
  if (header === undefined || !URL.canParse(`http://${header}`)) return undefined;
  return new URL(`http://${header}`).hostname;
}

function unbracket(host: string): string {
  return host.replace(/^\[(.*)\]$/, '$1').toLowerCase();
}

import { lookup as resolve } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Ranges that IANA's registry of special-purpose IPv4 addresses calls not globally reachable, and 6to4 relays. */
const IPV4_NOT_PUBLIC: [address: string, prefix: number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
];
/** Only globally routed IPv6 addresses are public, except ranges that embed IPv4. */
const IPV6_PUBLIC: [address: string, prefix: number][] = [['2000::', 3]];
const IPV6_NOT_PUBLIC: [address: string, prefix: number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

const blocked = new BlockList();
for (const [address, prefix] of IPV4_NOT_PUBLIC) blocked.addSubnet(address, prefix, 'ipv4');
for (const [address, prefix] of IPV6_NOT_PUBLIC) blocked.addSubnet(address, prefix, 'ipv6');
const routed = new BlockList();
for (const [address, prefix] of IPV6_PUBLIC) routed.addSubnet(address, prefix, 'ipv6');

export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !blocked.check(address, 'ipv4');
  return family === 6 && routed.check(address, 'ipv6') && !blocked.check(address, 'ipv6');
}

/** Whether webhooks may be sent to an address. */
export type AddressRule = (address: string) => boolean;

/**
 * Allows public addresses, and those in the given networks, also written as IPv6 (`::ffff:10.0.0.1`).
 * @param networks addresses, or networks such as 10.0.0.0/8
 */
export function createAddressRule(networks: readonly string[] = []): AddressRule {
  const allowed = new BlockList();
  for (const network of networks) {
    const [address = '', prefix] = network.split('/');
    const family = isIP(address) === 4 ? 'ipv4' : 'ipv6';
    if (prefix === undefined) allowed.addAddress(address, family);
    else allowed.addSubnet(address, Number(prefix), family);
  }
  return (address) => {
    if (isPublicAddress(address)) return true;
    const family = isIP(address);
    return family !== 0 && allowed.check(address, family === 4 ? 'ipv4' : 'ipv6');
  };
}

/** The URL's host if it is an IP address that isn't allowed. Such hosts bypass the DNS lookup. */
export function deniedHostOf(url: string, isAllowed: AddressRule): string | undefined {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  return isIP(host) && !isAllowed(host) ? host : undefined;
}

/** Also for names that don't resolve, so that nobody learns which names exist in a private network. */
export class PublicAddressError extends Error {
  constructor(host: string) {
    super(`${host} does not have a public address`);
  }
}

/**
 * Resolves a host and fails unless all its addresses are allowed. The connection uses the checked
 * addresses, so DNS rebinding can't bypass the check.
 */
export function createLookup(isAllowed: AddressRule): LookupFunction {
  return (host, options, callback) => {
    resolve(host, { ...options, all: true }, (error, addresses) => {
      const areAllowed =
        !error && addresses.length > 0 && addresses.every(({ address }) => isAllowed(address));
      if (!areAllowed) return callback(new PublicAddressError(host), []);
      const [first] = addresses;
      if (options.all || !first) return callback(null, addresses);
      return callback(null, first.address, first.family);
    });
  };
}

import { BlockList, isIP, isIPv6 } from 'node:net';
import { getDomain } from 'tldts';
import type { DomainObstacle, DomainRecord } from '#contract/advocacy/domain-setup.ts';
import type { Dns } from './dns.ts';
import { zoneOf } from './domain-records.ts';

/** At most this many values are shown. */
const MAX_FOUND = 5;

/** What keeps visitors or the certificate away, besides missing records. Failed lookups find nothing. */
export async function findObstacles(
  dns: Dns,
  {
    domain,
    records,
    authority,
  }: { domain: string; records: readonly DomainRecord[]; authority: string | undefined },
): Promise<DomainObstacle[]> {
  const [addresses, caa] = await Promise.all([
    findAddresses(dns, records),
    authority === undefined ? undefined : findCaa(dns, domain, authority),
  ]);
  return caa ? [...addresses, caa] : addresses;
}

/** Addresses that lead visitors elsewhere: of a proxy, or of other records of the same name. */
async function findAddresses(
  dns: Dns,
  records: readonly DomainRecord[],
): Promise<DomainObstacle[]> {
  const pointing = records.filter(
    ({ type }) => type === 'A' || type === 'AAAA' || type === 'CNAME',
  );
  const names = [...new Set(pointing.map(({ name }) => name))];
  const found = await Promise.all(
    names.map(async (name): Promise<DomainObstacle[]> => {
      const ofName = pointing.filter((record) => record.name === name);
      // The addresses of a name with a CNAME are those of its target.
      if (ofName.some(hasCname)) return [];
      const [ipv4 = [], ipv6 = []] = await Promise.all([
        dns.lookUp(name, 'A'),
        dns.lookUp(name, 'AAAA'),
      ]);
      const others = [...ipv4, ...ipv6].filter(
        (address) => !ofName.some(({ value }) => value === address),
      );
      const proxied = others.filter(isOfCloudflare);
      if (proxied.length > 0)
        return [{ kind: 'proxy', name, type: null, found: proxied.slice(0, MAX_FOUND) }];
      const isOther = (address: string) => others.includes(address);
      return [
        { kind: 'conflict', name, type: 'A', found: ipv4.filter(isOther).slice(0, MAX_FOUND) },
        { kind: 'conflict', name, type: 'AAAA', found: ipv6.filter(isOther).slice(0, MAX_FOUND) },
      ].filter((obstacle) => obstacle.found.length > 0);
    }),
  );
  return found.flat();
}

function hasCname({ type, status, found }: DomainRecord): boolean {
  return type === 'CNAME' && (status === 'found' || found.some((value) => isIP(value) === 0));
}

/** The closest CAA records at or above the domain (RFC 8659), if they don't allow the authority. */
async function findCaa(
  dns: Dns,
  domain: string,
  authority: string,
): Promise<DomainObstacle | undefined> {
  const zone = zoneOf(domain);
  for (let name = domain; ; name = name.slice(name.indexOf('.') + 1)) {
    const values = await dns.lookUp(name, 'CAA');
    if (values === undefined) return undefined;
    if (values.length > 0) {
      const allowed = values.map((value) => (value.split(';')[0] ?? '').trim().toLowerCase());
      if (allowed.includes(authority)) return undefined;
      return {
        kind: 'caa',
        name,
        type: 'CAA',
        found: allowed.filter(Boolean).slice(0, MAX_FOUND),
        authority,
      };
    }
    if (name === zone || !name.includes('.')) return undefined;
  }
}

/** The name of an authority in CAA records, by its ACME directory; undefined if it isn't known. */
export function caaNameOf(directoryUrl: string): string | undefined {
  const name = getDomain(new URL(directoryUrl).hostname) ?? undefined;
  return name === 'zerossl.com' ? 'sectigo.com' : name;
}

/** Cloudflare's published ranges (https://www.cloudflare.com/ips/): of a name whose proxy is on. */
const CLOUDFLARE = [
  '173.245.48.0/20',
  '103.21.244.0/22',
  '103.22.200.0/22',
  '103.31.4.0/22',
  '141.101.64.0/18',
  '108.162.192.0/18',
  '190.93.240.0/20',
  '188.114.96.0/20',
  '197.234.240.0/22',
  '198.41.128.0/17',
  '162.158.0.0/15',
  '104.16.0.0/13',
  '104.24.0.0/14',
  '172.64.0.0/13',
  '131.0.72.0/22',
  '2400:cb00::/32',
  '2606:4700::/32',
  '2803:f800::/32',
  '2405:b500::/32',
  '2405:8100::/32',
  '2a06:98c0::/29',
  '2c0f:f248::/32',
];
const cloudflare = new BlockList();
for (const range of CLOUDFLARE) {
  const [address = '', prefix] = range.split('/');
  cloudflare.addSubnet(address, Number(prefix), isIPv6(address) ? 'ipv6' : 'ipv4');
}

const isOfCloudflare = (address: string) =>
  cloudflare.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');

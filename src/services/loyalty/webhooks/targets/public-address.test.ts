import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  createAddressRule,
  createLookup,
  deniedHostOf,
  isPublicAddress,
} from './public-address.ts';

describe('an IP address', () => {
  test.each([
    '1.1.1.1',
    '8.8.8.8',
    '100.63.255.255',
    '172.15.0.1',
    '172.32.0.1',
    '192.167.0.1',
    '2606:4700:4700::1111',
    '2a00:1450:4001:80e::200e',
  ])('%s is public', (address) => expect(isPublicAddress(address)).toBe(true));

  test.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.2.1',
    '192.168.1.1',
    '198.18.0.1',
    '198.51.100.7',
    '203.0.113.9',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::127.0.0.1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '::ffff:a00:1',
    '64:ff9b::a00:1',
    '64:ff9b:1::1',
    '100::1',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'fec0::1',
    'ff02::1',
    '2001::1',
    '2001:db8::1',
    '2002:a00:1::',
    '3fff::1',
    'localhost',
    '',
    '127.1',
    '0x7f.0.0.1',
  ])('%s is not public', (address) => expect(isPublicAddress(address)).toBe(false));

  // https://www.iana.org/assignments/iana-ipv4-special-registry and iana-ipv6-special-registry: all that is
  // not globally reachable, what is deprecated, and what embeds an IPv4 address. The first and last address.
  test.each([
    ['0.0.0.0/8', '0.0.0.0', '0.255.255.255'],
    ['10.0.0.0/8', '10.0.0.0', '10.255.255.255'],
    ['100.64.0.0/10', '100.64.0.0', '100.127.255.255'],
    ['127.0.0.0/8', '127.0.0.0', '127.255.255.255'],
    ['169.254.0.0/16', '169.254.0.0', '169.254.255.255'],
    ['172.16.0.0/12', '172.16.0.0', '172.31.255.255'],
    ['192.0.0.0/24', '192.0.0.0', '192.0.0.255'],
    ['192.0.2.0/24', '192.0.2.0', '192.0.2.255'],
    ['192.88.99.0/24', '192.88.99.0', '192.88.99.255'],
    ['192.168.0.0/16', '192.168.0.0', '192.168.255.255'],
    ['198.18.0.0/15', '198.18.0.0', '198.19.255.255'],
    ['198.51.100.0/24', '198.51.100.0', '198.51.100.255'],
    ['203.0.113.0/24', '203.0.113.0', '203.0.113.255'],
    ['240.0.0.0/4', '240.0.0.0', '255.255.255.255'],
    ['::/128', '::', '::'],
    ['::1/128', '::1', '::1'],
    ['::ffff:0:0/96', '::ffff:0:0', '::ffff:ffff:ffff'],
    ['64:ff9b::/96', '64:ff9b::', '64:ff9b::ffff:ffff'],
    ['64:ff9b:1::/48', '64:ff9b:1::', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff'],
    ['100::/64', '100::', '100::ffff:ffff:ffff:ffff'],
    ['100:0:0:1::/64', '100:0:0:1::', '100:0:0:1:ffff:ffff:ffff:ffff'],
    ['2001::/23', '2001::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['2001:db8::/32', '2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['2002::/16', '2002::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['3fff::/20', '3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['5f00::/16', '5f00::', '5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['fc00::/7', 'fc00::', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['fe80::/10', 'fe80::', 'febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ])('in the special range %s is not public', (_range, first, last) => {
    expect([first, last].filter(isPublicAddress)).toEqual([]);
  });
});

describe('with allowed networks, an address', () => {
  const isAllowed = createAddressRule(['10.20.0.0/16', '192.168.1.7', 'fd12:3456::/32']);

  test.each([
    '10.20.0.1',
    '10.20.255.255',
    '::ffff:10.20.3.4',
    '::ffff:a14:304',
    '192.168.1.7',
    'fd12:3456::1',
    'fd12:3456:ffff::1',
    '8.8.8.8',
    '2606:4700::1',
  ])('%s is allowed', (address) => expect(isAllowed(address)).toBe(true));

  test.each([
    '10.21.0.1',
    '10.19.255.255',
    '::ffff:10.21.0.1',
    '::10.20.0.1',
    '64:ff9b::a14:1',
    '192.168.1.8',
    'fd12:3457::1',
    '127.0.0.1',
    '169.254.169.254',
    '::1',
    'localhost',
  ])('%s is not', (address) => expect(isAllowed(address)).toBe(false));

  test.each([
    ['http://10.20.0.1/hook', undefined],
    ['http://[::ffff:10.20.0.1]/hook', undefined],
    ['http://[fd12:3456::1]:8080/hook', undefined],
    ['http://10.21.0.1/hook', '10.21.0.1'],
    ['http://[::ffff:10.21.0.1]/hook', '::ffff:a15:1'],
    ['http://0x0a150001/hook', '10.21.0.1'],
  ])('in %s is checked', (url, denied) => expect(deniedHostOf(url, isAllowed)).toBe(denied));
});

describe('a host name', () => {
  const resolved: dns.LookupAddress[] = [];
  let failure: Error | null = null;
  beforeEach(() => {
    resolved.length = 0;
    failure = null;
    // Responds like a DNS server under an attacker's control.
    vi.spyOn(dns, 'lookup').mockImplementation(((
      _host: string,
      _options: dns.LookupAllOptions,
      callback: (error: Error | null, addresses: dns.LookupAddress[]) => void,
    ) => callback(failure, resolved)) as unknown as typeof dns.lookup);
    syncBuiltinESMExports();
  });
  // The mock affects the whole process.
  afterEach(() => {
    vi.restoreAllMocks();
    syncBuiltinESMExports();
  });
  const lookUp = (all: boolean, networks: string[] = []) =>
    new Promise((resolve, reject) => {
      createLookup(createAddressRule(networks))('hooks.example.com', { all }, (error, address) =>
        error ? reject(error) : resolve(address),
      );
    });

  test('with public addresses is resolved', async () => {
    resolved.push({ address: '8.8.8.8', family: 4 }, { address: '2606:4700::1', family: 6 });
    expect(await lookUp(true)).toEqual(resolved);
    expect(await lookUp(false)).toBe('8.8.8.8');
  });

  test('with addresses in allowed networks only is resolved', async () => {
    resolved.push({ address: '10.20.0.1', family: 4 }, { address: '::ffff:10.20.0.2', family: 6 });
    expect(await lookUp(true, ['10.20.0.0/16'])).toEqual(resolved);
    resolved.push({ address: '10.21.0.1', family: 4 });
    await expect(lookUp(true, ['10.20.0.0/16'])).rejects.toThrow('does not have a public address');
  });

  test.each<[string, dns.LookupAddress[]]>([
    ['a private address', [{ address: '10.0.0.1', family: 4 }]],
    ['a cloud metadata service', [{ address: '169.254.169.254', family: 4 }]],
    ['a private address in an IPv6 address', [{ address: '::ffff:10.0.0.1', family: 6 }]],
    [
      'a public and a private address',
      [
        { address: '8.8.8.8', family: 4 },
        { address: '127.0.0.1', family: 4 },
      ],
    ],
    ['no address', []],
  ])('with %s is rejected', async (_what, addresses) => {
    resolved.push(...addresses);
    await expect(lookUp(true)).rejects.toThrow('hooks.example.com does not have a public address');
    await expect(lookUp(false)).rejects.toThrow('hooks.example.com does not have a public address');
  });

  test.each(['ENOTFOUND', 'EAI_AGAIN', 'ENODATA', 'ESERVFAIL'])(
    'that fails to resolve with %s is rejected like one with a private address',
    async (code) => {
      resolved.push({ address: '10.0.0.1', family: 4 });
      const message = await lookUp(true).catch(String);
      resolved.length = 0;
      failure = Object.assign(new Error(`getaddrinfo ${code} hooks.example.com`), { code });
      expect(await lookUp(true).catch(String)).toBe(message);
      expect(await lookUp(false).catch(String)).toBe(message);
    },
  );
});

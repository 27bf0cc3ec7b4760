import { beforeEach, describe, expect, test } from 'vitest';
import type { DomainRecordTemplate } from '#contract/gateway/config.ts';
import { createTestClock } from '#services/platform/testing/test-clock.ts';
import { createDns } from './dns.ts';
import { createRequiredRecords } from './required-records.ts';

const DIRECTORY = 'https://acme-v02.api.letsencrypt.org/directory';

describe('obstacles of a domain', () => {
  /** What DNS has, by "type name". */
  const zone = new Map<string, string[]>();
  beforeEach(() => zone.clear());

  async function findWith(type: DomainRecordTemplate['type'], value: string, directory?: string) {
    const dns = createDns(createTestClock(), async (name, recordType) => {
      const values = zone.get(`${recordType} ${name}`);
      if (values) return values;
      throw Object.assign(new Error('none'), { code: 'ENODATA' });
    });
    const required = createRequiredRecords([{ type, name: '{domain}', value }], dns, directory);
    const records = await required.check('shop.brand.com');
    return required.findObstacles('shop.brand.com', records);
  }

  test('are none for a name without other records', async () => {
    zone.set('A shop.brand.com', ['192.0.2.1']);
    expect(await findWith('A', '192.0.2.1', DIRECTORY)).toEqual([]);
  });

  test('are other addresses of the name, also where the right one is found', async () => {
    zone.set('A shop.brand.com', ['192.0.2.1', '198.51.100.7']);
    zone.set('AAAA shop.brand.com', ['2001:db8::1']);
    zone.set('A shop.brand.com.example.com', ['203.0.113.1']);
    expect(await findWith('A', '192.0.2.1')).toEqual([
      { kind: 'conflict', name: 'shop.brand.com', type: 'A', found: ['198.51.100.7'] },
      { kind: 'conflict', name: 'shop.brand.com', type: 'AAAA', found: ['2001:db8::1'] },
    ]);
  });

  test('are not the addresses that a CNAME leads to', async () => {
    zone.set('CNAME shop.brand.com', ['edge.patron.example']);
    zone.set('A shop.brand.com', ['198.51.100.7']);
    expect(await findWith('CNAME', 'edge.patron.example')).toEqual([]);
    zone.set('CNAME shop.brand.com', ['old.example.com']);
    expect(await findWith('CNAME', 'edge.patron.example')).toEqual([]);
  });

  test('are proxies of Cloudflare, at the edges of their ranges', async () => {
    for (const [address, kind] of [
      ['104.16.0.0', 'proxy'],
      ['104.23.255.255', 'proxy'],
      ['104.28.0.0', 'conflict'],
      ['104.15.255.255', 'conflict'],
    ] as const) {
      zone.set('A shop.brand.com', [address]);
      expect(await findWith('CNAME', 'edge.patron.example'), address).toMatchObject([
        { kind, found: [address] },
      ]);
    }
    zone.delete('A shop.brand.com');
    zone.set('AAAA shop.brand.com', ['2606:4700::1']);
    expect(await findWith('CNAME', 'edge.patron.example')).toMatchObject([{ kind: 'proxy' }]);
  });

  test('are the closest CAA records that leave out the authority', async () => {
    zone.set('CAA brand.com', ['digicert.com']);
    const obstacle = { kind: 'caa', name: 'brand.com', type: 'CAA', authority: 'letsencrypt.org' };
    expect(await findWith('A', '192.0.2.1', DIRECTORY)).toEqual([
      { ...obstacle, found: ['digicert.com'] },
    ]);
    // Nobody asks for our own authority.
    expect(await findWith('A', '192.0.2.1')).toEqual([]);
    zone.set('CAA shop.brand.com', ['letsencrypt.org; validationmethods=http-01']);
    expect(await findWith('A', '192.0.2.1', DIRECTORY)).toEqual([]);
    zone.set('CAA shop.brand.com', [';']);
    expect(await findWith('A', '192.0.2.1', DIRECTORY)).toMatchObject([
      { name: 'shop.brand.com', found: [] },
    ]);
    zone.clear();
    zone.set('CAA com', ['registry.example']);
    expect(await findWith('A', '192.0.2.1', DIRECTORY)).toEqual([]);
  });
});

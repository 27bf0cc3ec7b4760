import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toShopSite } from './shop-site.ts';

describe('toShopSite', () => {
  test('accepts one label before myshopify.com and lowercases it', () => {
    const label = fc.stringMatching(/^[A-Za-z0-9](?:[A-Za-z0-9-]{0,20}[A-Za-z0-9])?$/);
    fc.assert(
      fc.property(label, (name) => {
        expect(toShopSite(`${name}.myshopify.com`)).toBe(`${name.toLowerCase()}.myshopify.com`);
      }),
    );
  });

  test('rejects any other text around the suffix', () => {
    const junk = fc.string({ unit: 'binary' });
    fc.assert(
      fc.property(junk, junk, (before, after) => {
        const site = toShopSite(`${before}.myshopify.com${after}`);
        // An accepted text is that host name to every URL parser.
        if (site !== undefined) expect(new URL(`https://${site}/`).hostname).toBe(site);
        expect(site ?? '.myshopify.com').toMatch(/^[a-z0-9-]*\.myshopify\.com$/);
      }),
    );
  });

  test.each([
    '',
    'myshopify.com',
    '.myshopify.com',
    'shop.example.com',
    'a.b.myshopify.com',
    'shop.myshopify.com.evil.example',
    'evil.example/shop.myshopify.com',
    'https://shop.myshopify.com',
    'shop.myshopify.com/',
    'shop.myshopify.com:443',
    'user@shop.myshopify.com',
    '-shop.myshopify.com',
    'shop.myshopify.com\n',
    'shopmyshopify.com',
    'ſhop.myshopify.com',
  ])('rejects %j', (text) => {
    expect(toShopSite(text)).toBeUndefined();
  });
});

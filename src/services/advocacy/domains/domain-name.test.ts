import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { toDomainName } from './domain-name.ts';

const outside = { allowTestDomains: false };

test('names are lower-cased and brought to ASCII', () => {
  const cases = {
    'www.brand.com': 'www.brand.com',
    'WWW.Brand.COM': 'www.brand.com',
    'brand.com.': 'brand.com',
    'münchen.de': 'xn--mnchen-3ya.de',
    '例え.jp': 'xn--r8jz45g.jp',
    'ｂrand.com': 'brand.com',
    'XN--MNCHEN-3YA.de': 'xn--mnchen-3ya.de',
    'ab--c.de': 'ab--c.de',
  };
  for (const [text, name] of Object.entries(cases)) expect(toDomainName(text, outside)).toBe(name);
});

test('what is no public host name is refused', () => {
  const refused = [
    '',
    'brand',
    '.com',
    'brand..com',
    '-brand.com',
    'brand-.com',
    'my_brand.com',
    '*.brand.com',
    'a b.com',
    'https://brand.com',
    'brand.com/path',
    'brand.com\\path',
    'br%61nd.com',
    'user@brand.com',
    'brand.com:443',
    '127.0.0.1',
    '0x7f.1',
    '[::1]',
    'xn--a.com',
    'www.xn--zzzz99.com',
    `${'a'.repeat(64)}.com`,
    `${'a.'.repeat(126)}com`,
  ];
  for (const text of refused)
    expect([text, toDomainName(text, outside)]).toEqual([text, undefined]);
});

test('special-use endings are refused; .test and .example pass in a demo', () => {
  for (const ending of [
    'local',
    'localhost',
    'internal',
    'invalid',
    'onion',
    'home.arpa',
    'LOCAL',
  ]) {
    expect(toDomainName(`brand.${ending}`, { allowTestDomains: true })).toBeUndefined();
  }
  for (const ending of ['test', 'example']) {
    expect(toDomainName(`brand.${ending}`, outside)).toBeUndefined();
    expect(toDomainName(`brand.${ending}`, { allowTestDomains: true })).toBe(`brand.${ending}`);
  }
});

test('whatever is typed, a name that passes is a host name and names itself', () => {
  fc.assert(
    fc.property(fc.oneof(fc.domain(), fc.string(), fc.string({ unit: 'grapheme' })), (text) => {
      const name = toDomainName(text, outside);
      if (name === undefined) return;
      expect(name).toMatch(/^[a-z0-9.-]{4,253}$|^[a-z0-9-]+\.[a-z0-9-]+$/);
      expect(toDomainName(name, outside)).toBe(name);
      expect(new URL(`https://${name}/`).hostname).toBe(name);
    }),
  );
});

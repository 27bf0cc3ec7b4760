import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toDomainName } from './domain-name.ts';

const strict = { allowTestDomains: false };
const withTestDomains = { allowTestDomains: true };

describe('toDomainName', () => {
  test('converts names to lower case and ASCII', () => {
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
    for (const [text, name] of Object.entries(cases)) expect(toDomainName(text, strict)).toBe(name);
  });

  test('rejects text that is not a public host name', () => {
    const invalid = [
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
    for (const text of invalid) {
      expect([text, toDomainName(text, strict)]).toEqual([text, undefined]);
    }
  });

  test.each(['com', 'co.uk', 'CO.UK.', 'github.io', 'xn--55qx5d.cn', '公司.cn'])(
    'rejects the public suffix %s',
    (suffix) => {
      expect(toDomainName(suffix, strict)).toBeUndefined();
      expect(toDomainName(suffix, withTestDomains)).toBeUndefined();
    },
  );

  test.each(['example.co.uk', 'foo.github.io', 'www.foo.github.io', 'brand.com'])(
    'accepts %s below a public suffix',
    (name) => {
      expect(toDomainName(name, strict)).toBe(name);
    },
  );

  test('rejects special-use endings, and .test and .example unless allowed', () => {
    for (const ending of [
      'local',
      'localhost',
      'internal',
      'invalid',
      'onion',
      'home.arpa',
      'LOCAL',
    ]) {
      expect(toDomainName(`brand.${ending}`, withTestDomains)).toBeUndefined();
    }
    for (const ending of ['test', 'example']) {
      expect(toDomainName(`brand.${ending}`, strict)).toBeUndefined();
      expect(toDomainName(`brand.${ending}`, withTestDomains)).toBe(`brand.${ending}`);
    }
  });

  test('returns a valid, already normalized host name for any accepted text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.domain(), fc.string(), fc.string({ unit: 'grapheme' })), (text) => {
        const name = toDomainName(text, strict);
        if (name === undefined) return;
        expect(name).toMatch(/^[a-z0-9.-]{4,253}$|^[a-z0-9-]+\.[a-z0-9-]+$/);
        expect(toDomainName(name, strict)).toBe(name);
        expect(new URL(`https://${name}/`).hostname).toBe(name);
      }),
    );
  });
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { displayDomainName, toUnicodeDomain } from './display-domain-name.ts';

test.each([
  ['xn--mnchen-3ya.patron.test', 'münchen.patron.test'],
  ['xn--bcher-kva.example', 'bücher.example'],
  ['shop.xn--fiqs8s', 'shop.中国'],
  ['xn--80ak6aa92e.com', 'аррӏе.com'],
  ['xn--mgbh0fb.xn--kgbechtv', 'مثال.إختبار'],
  ['xn--ls8h.example', '💩.example'],
])('decodes %s to %s and shows both', (ascii, unicode) => {
  expect(toUnicodeDomain(ascii)).toBe(unicode);
  expect(displayDomainName(ascii)).toBe(`${unicode} (${ascii})`);
});

test.each([
  'www.patron.test',
  'xn--',
  'xn--a.test',
  'xn--99999999.test',
  'a_b',
  'XN--mnchen-3ya.test',
  'a@xn--mnchen-3ya.test',
])('shows %s unchanged', (name) => {
  expect(toUnicodeDomain(name)).toBeUndefined();
  expect(displayDomainName(name)).toBe(name);
});

test("is the inverse of the browser's IDNA encoding", () => {
  const label = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(label, (typed) => {
      const url = `https://${encodeURIComponent(typed)}.example`;
      fc.pre(URL.canParse(url));
      const { host } = new URL(url);
      fc.pre(host.startsWith('xn--'));
      const unicode = toUnicodeDomain(host);
      expect(unicode).toBeDefined();
      expect(new URL(`https://${unicode}`).host).toBe(host);
    }),
  );
});

test('never throws, and never shows another name', () => {
  const hosts = fc.string({ unit: fc.constantFrom(...'abcz019-.'), maxLength: 30 });
  fc.assert(
    fc.property(hosts, (text) => {
      const name = `xn--${text}`;
      const unicode = toUnicodeDomain(name);
      if (unicode !== undefined) expect(new URL(`https://${unicode}`).host).toBe(name);
    }),
  );
});

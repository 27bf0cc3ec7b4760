import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  CUSTOM_ATTRIBUTES_MAX_BYTES,
  CUSTOM_ATTRIBUTES_MAX_KEYS,
  parseCustomAttributes,
} from './custom-attributes.ts';

const storableText = fc.string({ unit: 'grapheme', maxLength: 20 });
const names = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
  .filter((name) => !['__proto__', 'constructor', 'prototype'].includes(name));
const scalars = fc.oneof(
  storableText,
  fc.maxSafeInteger(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
);
const values = fc.oneof(scalars, fc.array(scalars, { maxLength: 5 }));

test('custom attributes can be any object of strings, numbers and arrays of them', () => {
  fc.assert(
    fc.property(fc.dictionary(names, values, { maxKeys: 20, noNullPrototype: true }), (object) => {
      expect(parseCustomAttributes(JSON.stringify(object))).toEqual({ ok: true, value: object });
    }),
  );
});

test('parsing custom attributes never throws or returns other values', () => {
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.json(),
    fc.object().map((object) => JSON.stringify(object)),
  );
  fc.assert(
    fc.property(texts, (text) => {
      const parsed = parseCustomAttributes(text);
      if (!parsed.ok) {
        expect(parsed.reason).not.toBe('');
        return;
      }
      expect(Object.getPrototypeOf(parsed.value)).toBe(Object.prototype);
      for (const value of Object.values(parsed.value).flat()) {
        expect(['string', 'number']).toContain(typeof value);
      }
    }),
  );
});

test.each([
  ['not JSON', 'colour: red', /JSON object/],
  ['an array', '[]', /JSON object/],
  ['null', 'null', /JSON object/],
  ['a boolean', '{"vip":true}', /^vip must be/],
  ['a null', '{"vip":null}', /^vip must be/],
  ['an object', '{"vip":{}}', /^vip must be/],
  ['an array in an array', '{"sizes":[["S"]]}', /^sizes must be/],
  [
    'an integer that would be rounded',
    '{"erp":12345678901234567890}',
    /^erp has more digits than a number can hold\. Send it as text$/,
  ],
  ['a negative one in a list', '{"erp":[1,-9007199254740993]}', /^erp has more digits/],
  ['a number too big', '{"spent":1e999}', /^spent must be/],
  ['NUL', '{"note":"\\u0000"}', /^note must be/],
  ['half a surrogate pair', '{"note":["\\ud800"]}', /^note must be/],
  ['NUL in a name', '{"a\\u0000":1}', /name/],
  ['no name', '{"":1}', /name/],
  ['__proto__', '{"__proto__":"x"}', /__proto__/],
  ['constructor', '{"constructor":"x"}', /constructor/],
  ['prototype', '{"prototype":"x"}', /prototype/],
])('custom attributes cannot contain %s', (_, text, reason) => {
  expect(parseCustomAttributes(text)).toEqual({
    ok: false,
    reason: expect.stringMatching(reason),
  });
});

test.each(['1e300', '9007199254740992', '1e16', '0.1234567890123456789'])(
  'custom attributes can be the number %s',
  (number) => {
    expect(parseCustomAttributes(`{"erp":${number}}`)).toEqual({
      ok: true,
      value: { erp: Number(number) },
    });
  },
);

test('the number of custom attributes is limited', () => {
  const withKeys = (count: number) =>
    JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, index) => [index, index])));
  expect(parseCustomAttributes(withKeys(CUSTOM_ATTRIBUTES_MAX_KEYS)).ok).toBe(true);
  expect(parseCustomAttributes(withKeys(CUSTOM_ATTRIBUTES_MAX_KEYS + 1)).ok).toBe(false);
});

test.each([
  ['a', 1],
  ['é', 2],
  ['€', 3],
  ['😀', 4],
])('the size limit counts %s as %i bytes of UTF-8', (character, bytes) => {
  const frame = '{"k":""}'.length;
  const count = Math.floor((CUSTOM_ATTRIBUTES_MAX_BYTES - frame) / bytes);
  const ofLength = (length: number) => JSON.stringify({ k: character.repeat(length) });
  expect(parseCustomAttributes(ofLength(count)).ok).toBe(true);
  expect(parseCustomAttributes(ofLength(count + 1)).ok).toBe(false);
});

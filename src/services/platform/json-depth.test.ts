import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { isNestedDeeper, measureJson } from './json-depth.ts';

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

const bytesOf = (json: string) => new TextEncoder().encode(json);

test('the depth of JSON is found without parsing it', () => {
  return fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'binary' }), fc.nat(6), (value, maximum) => {
      const isDeeper = depthOf(value) > maximum;
      expect(isNestedDeeper(bytesOf(JSON.stringify(value)), maximum)).toBe(isDeeper);
    }),
    { numRuns: 1_000 },
  );
});

test('the size of JSON with indentation is known before it is written', () => {
  return fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const json = JSON.stringify(value);
      const indented = JSON.stringify(value, null, 4);
      const { indentation } = measureJson(bytesOf(json));
      const spaces = (/^ +/gm[Symbol.match](indented) ?? []).join('').length;
      // Empty lists and objects stay on their line.
      expect(4 * indentation).toBeGreaterThanOrEqual(spaces);
      if (!/\[\]|\{\}/.test(json)) expect(4 * indentation).toBe(spaces);
    }),
  );
});

test('brackets and quotation marks in text do not count', () => {
  const texts = ['[[[', '"[[', '\\', '\\"{{', '}]'];
  expect(isNestedDeeper(bytesOf(JSON.stringify(texts)), 1)).toBe(false);
});

test('text that is no JSON is nested as deep as it opens brackets', () => {
  expect(isNestedDeeper(bytesOf('[{[{'), 4)).toBe(false);
  expect(isNestedDeeper(bytesOf('[{[{['), 4)).toBe(true);
  expect(isNestedDeeper(bytesOf('"unclosed \\'), 0)).toBe(false);
});

import { expect, test } from 'vitest';
import { formatJson } from './format-json.ts';

const nested = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth));

test('formatJson indents values of any type', () => {
  expect(formatJson({ a: [1] })).toBe('{\n  "a": [\n    1\n  ]\n}');
  expect(formatJson('text')).toBe('"text"');
  expect(formatJson(null)).toBe('null');
  expect(formatJson(nested(100))).toContain('\n');
});

test('formatJson leaves out values whose indentation would be larger than themselves', () => {
  expect(formatJson(nested(4000))).toBeUndefined();
  // As deep as the body of a request can be.
  expect(formatJson(nested(500_000))).toBeUndefined();
});

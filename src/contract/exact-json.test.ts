import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseExactJson } from './exact-json.ts';

test.each<[string, unknown]>([
  ['{"id": 12345678901234567890}', { id: '12345678901234567890' }],
  ['[-9007199254740993, 9007199254740992, 1e300]', ['-9007199254740993', 2 ** 53, 1e300]],
  [`[${'9'.repeat(400)}]`, ['9'.repeat(400)]],
  ['[0.12345678901234567890, 12345678901234567890.5]', [0.12345678901234568, 12345678901234567000]],
  [
    '{"a \\" 12345678901234567891": "12345678901234567891"}',
    {
      'a " 12345678901234567891': '12345678901234567891',
    },
  ],
])('exact JSON keeps the digits of integers: %s', (json, value) => {
  expect(parseExactJson(json)).toEqual(value);
});

test('exact JSON is otherwise what JSON.parse returns', () => {
  fc.assert(
    fc.property(fc.json(), (json) => {
      expect(parseExactJson(` ${json} `)).toEqual(JSON.parse(json));
    }),
  );
});

test('exact JSON rejects what is not JSON, also with a long integer as a name', () => {
  expect(() => parseExactJson('{12345678901234567890: 1}')).toThrow(SyntaxError);
});

test('exact JSON may have a text with millions of escapes, which contains a long integer', () => {
  const text = `${'\n"'.repeat(4_000_000)}12345678901234567890`;
  const json = `{"id": 12345678901234567890, "text": ${JSON.stringify(text)}}`;
  const { id, text: parsed } = parseExactJson(json) as { id: string; text: string };
  expect(id).toBe('12345678901234567890');
  expect(parsed === text).toBe(true);
});

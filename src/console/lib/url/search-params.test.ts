import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { readSearch, unreadableParams, writeSearch } from './search-params.ts';

const integer = (maximum: number, fallback: number) =>
  z.catch(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(maximum)), fallback);
const schema = z.object({
  page: integer(1000, 1),
  size: integer(100, 25),
  name: z.catch(z.optional(z.string()), undefined),
});

test('readSearch replaces invalid values with the default', () => {
  const read = (query: string) => readSearch(schema, new URLSearchParams(query));
  expect(read('')).toEqual({ page: 1, size: 25 });
  expect(read('page=0&size=101')).toEqual({ page: 1, size: 25 });
  expect(read('page=1.5&size=x')).toEqual({ page: 1, size: 25 });
  expect(read('page=3&size=100&name=Shop')).toEqual({ page: 3, size: 100, name: 'Shop' });
});

test('writeSearch leaves out defaults', () => {
  const write = (query: string, change: Parameters<typeof writeSearch<typeof schema>>[2]) =>
    writeSearch(schema, new URLSearchParams(query), change).toString();
  expect(write('', { page: 2 })).toBe('page=2');
  expect(write('page=2&name=Shop', { page: 1 })).toBe('name=Shop');
  expect(write('page=2&name=Shop', { page: 1, name: undefined })).toBe('');
});

test('writeSearch keeps other parameters', () => {
  expect(writeSearch(schema, new URLSearchParams('other=1'), { page: 2 }).toString()).toBe(
    'other=1&page=2',
  );
});

test('unreadableParams names the values that fall back to their defaults, and writeSearch drops them', () => {
  const params = new URLSearchParams('page=x&size=25&name=Shop&other=?');
  expect(unreadableParams(schema, params)).toEqual(['page']);
  expect(writeSearch(schema, params, { size: 50 }).toString()).toBe('size=50&name=Shop&other=%3F');
});

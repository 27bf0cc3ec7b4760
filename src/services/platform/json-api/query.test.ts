import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ACCOUNT_FILTERS, ACCOUNT_SORT_KEYS, listAccounts } from '#contract/advocacy/accounts.ts';
import { listBoards } from '#contract/advocacy/boards.ts';
import { listInboxEvents } from '#contract/gateway/inbox.ts';
import { isStorable } from '#contract/text.ts';
import { fuzzText } from '#services/platform/testing/fuzz/fuzz-values.ts';
import { JsonApiError } from './errors.ts';
import { parseQuery } from './query.ts';

const parse = (query: Record<string, unknown>) => parseQuery(listAccounts.query, query);

/** The error of the parameter that is rejected; undefined if the query is valid. */
function findError(
  query: Record<string, unknown>,
  schema: Parameters<typeof parseQuery>[0] = listAccounts.query,
) {
  try {
    parseQuery(schema, query);
    return undefined;
  } catch (error) {
    if (!(error instanceof JsonApiError)) throw error;
    expect(error.status).toBe(400);
    return error.errors[0];
  }
}

const rejectedParameter = (query: Record<string, unknown>) => findError(query)?.source?.parameter;

const sortKey = fc
  .tuple(fc.constantFrom('', '-'), fc.constantFrom(...ACCOUNT_SORT_KEYS))
  .map((parts) => parts.join(''));
const words = (word: fc.Arbitrary<string>) => fc.array(word, { minLength: 1, maxLength: 6 });

describe('query parameters', () => {
  test('sort accepts known keys in any order, without duplicates', () => {
    return fc.assert(
      fc.property(words(sortKey), (given) => {
        expect(parse({ sort: given.join(',') }).sort).toEqual([...new Set(given)]);
      }),
    );
  });

  test('include accepts known paths, also nested ones', () => {
    const path = fc.constantFrom('social_feeds', 'social_feeds.account');
    return fc.assert(
      fc.property(words(path), (given) => {
        const { include } = parseQuery(listBoards.query, { include: given.join(',') });
        expect(include).toEqual([...new Set(given)]);
      }),
    );
  });

  test('filters accept any storable text unchanged', () => {
    const filters = fc.dictionary(
      fc.constantFrom(...ACCOUNT_FILTERS).map((member) => `filter[${member}]`),
      fc.string({ unit: 'binary' }).filter(isStorable),
    );
    return fc.assert(
      fc.property(filters, (given) => {
        expect(parse(given)).toMatchObject(given);
      }),
    );
  });

  test('page accepts only integers from 1, and sizes up to 100', () => {
    const number = fc.oneof(fc.nat(200), fc.integer(), fc.double(), fc.maxSafeInteger());
    const given = fc.oneof(number.map(String), fuzzText);
    return fc.assert(
      fc.property(given, (text) => {
        const isWhole = /^[1-9]\d*$/.test(text);
        const isSize = isWhole && Number(text) <= 100;
        expect(rejectedParameter({ 'page[size]': text })).toBe(isSize ? undefined : 'page[size]');
        expect(rejectedParameter({ 'page[number]': text })).toBe(
          isWhole ? undefined : 'page[number]',
        );
        if (isSize) expect(parse({ 'page[size]': text })['page[size]']).toBe(Number(text));
      }),
    );
  });

  test.each(['0', '101', '1.5', 'ten', ''])(
    'the page size %j is rejected with what it must be',
    (size) => {
      expect(findError({ 'page[size]': size })?.detail).toBe('Must be an integer from 1 to 100');
    },
  );

  test.each(['0', '-1', 'ten'])('the page number %j is rejected with what it must be', (number) => {
    expect(findError({ 'page[number]': number })?.detail).toBe('Must be a positive integer');
  });

  test('an unknown value is rejected with the values that are allowed', () => {
    const error = findError({ test: 'yes' }, listInboxEvents.query);
    expect(error?.detail).toBe('Must be one of: true, false');
  });

  test('unknown values of sort and include are rejected, naming the parameter', () => {
    const known = new Set<string>(['', ...ACCOUNT_SORT_KEYS.flatMap((key) => [key, `-${key}`])]);
    return fc.assert(
      fc.property(fc.oneof(fuzzText, fc.string()), (text) => {
        const isKnown = text.split(',').every((word) => known.has(word));
        expect(rejectedParameter({ sort: text })).toBe(isKnown ? undefined : 'sort');
        const isPath = text.split(',').every((word) => word === '');
        expect(rejectedParameter({ include: text })).toBe(isPath ? undefined : 'include');
      }),
    );
  });

  test('unknown and repeated parameters are rejected, naming the parameter', () => {
    const listed = new Set(Object.keys(listAccounts.query.def.shape));
    const name = fc.oneof(fuzzText, fc.string()).filter((text) => !listed.has(text));
    void fc.assert(
      fc.property(name, (given) => {
        const query = Object.assign(Object.create(null), { sort: 'id', [given]: 'id' });
        expect(rejectedParameter(query)).toBe(given);
      }),
    );
    return fc.assert(
      fc.property(fc.constantFrom(...listed), fc.array(fc.string()), (given, values) => {
        expect(rejectedParameter({ [given]: values })).toBe(given);
      }),
    );
  });
});

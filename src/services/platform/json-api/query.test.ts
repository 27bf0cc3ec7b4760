import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ACCOUNT_FILTERS, ACCOUNT_SORT_KEYS, listAccounts } from '#contract/advocacy/accounts.ts';
import { listBoards } from '#contract/advocacy/boards.ts';
import { isStorable } from '#contract/text.ts';
import { fuzzText } from '#services/platform/testing/fuzz/fuzz-values.ts';
import { JsonApiError } from './errors.ts';
import { parseQuery } from './query.ts';

const parse = (query: Record<string, unknown>) => parseQuery(listAccounts.query, query);

/** The parameter that a query is refused for; undefined where it is taken. */
function refusedAt(query: Record<string, unknown>): string | undefined {
  try {
    parse(query);
    return undefined;
  } catch (error) {
    if (!(error instanceof JsonApiError)) throw error;
    expect(error.status).toBe(400);
    const [{ source } = {}] = error.errors;
    return source?.parameter;
  }
}

const sortWord = fc
  .tuple(fc.constantFrom('', '-'), fc.constantFrom(...ACCOUNT_SORT_KEYS))
  .map((parts) => parts.join(''));
const words = (word: fc.Arbitrary<string>) => fc.array(word, { minLength: 1, maxLength: 6 });

describe('query parameters', () => {
  test('sort: words of the list in their order, each once', () => {
    fc.assert(
      fc.property(words(sortWord), (given) => {
        expect(parse({ sort: given.join(',') }).sort).toEqual([...new Set(given)]);
      }),
    );
  });

  test('include: paths of the list, nested ones too', () => {
    const path = fc.constantFrom('social_feeds', 'social_feeds.account');
    fc.assert(
      fc.property(words(path), (given) => {
        const { include } = parseQuery(listBoards.query, { include: given.join(',') });
        expect(include).toEqual([...new Set(given)]);
      }),
    );
  });

  test('filter: every member takes any text that can be stored, as it is', () => {
    const filters = fc.dictionary(
      fc.constantFrom(...ACCOUNT_FILTERS).map((member) => `filter[${member}]`),
      fc.string({ unit: 'binary' }).filter(isStorable),
    );
    fc.assert(
      fc.property(filters, (given) => {
        expect(parse(given)).toMatchObject(given);
      }),
    );
  });

  test('page: whole numbers from 1, sizes up to 100, and nothing else', () => {
    const number = fc.oneof(fc.nat(200), fc.integer(), fc.double(), fc.maxSafeInteger());
    const given = fc.oneof(number.map(String), fuzzText);
    fc.assert(
      fc.property(given, (text) => {
        const isWhole = /^[1-9]\d*$/.test(text);
        const isSize = isWhole && Number(text) <= 100;
        expect(refusedAt({ 'page[size]': text })).toBe(isSize ? undefined : 'page[size]');
        expect(refusedAt({ 'page[number]': text })).toBe(isWhole ? undefined : 'page[number]');
        if (isSize) expect(parse({ 'page[size]': text })['page[size]']).toBe(Number(text));
      }),
    );
  });

  test('any other value of sort and include is refused by its name', () => {
    const known = new Set<string>(['', ...ACCOUNT_SORT_KEYS.flatMap((key) => [key, `-${key}`])]);
    fc.assert(
      fc.property(fc.oneof(fuzzText, fc.string()), (text) => {
        const isKnown = text.split(',').every((word) => known.has(word));
        expect(refusedAt({ sort: text })).toBe(isKnown ? undefined : 'sort');
        const isPath = text.split(',').every((word) => word === '');
        expect(refusedAt({ include: text })).toBe(isPath ? undefined : 'include');
      }),
    );
  });

  test('any parameter that is not listed, and any that comes twice, is refused by its name', () => {
    const listed = new Set(Object.keys(listAccounts.query.def.shape));
    const name = fc.oneof(fuzzText, fc.string()).filter((text) => !listed.has(text));
    fc.assert(
      fc.property(name, (given) => {
        const query = Object.assign(Object.create(null), { sort: 'id', [given]: 'id' });
        expect(refusedAt(query)).toBe(given);
      }),
    );
    fc.assert(
      fc.property(fc.constantFrom(...listed), fc.array(fc.string()), (given, values) => {
        expect(refusedAt({ [given]: values })).toBe(given);
      }),
    );
  });
});

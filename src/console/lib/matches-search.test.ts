import { expect, test } from 'vitest';
import { matchesSearch, searchItems } from './matches-search.ts';

test.each([
  ['muller cafe', true],
  ['  CAFÉ ', true],
  ['ll', true],
  ['', true],
  ['cafe shop', false],
])('matchesSearch("Café Müller", "%s") is %s', (search, expected) => {
  expect(matchesSearch('Café Müller', search)).toBe(expected);
});

test.each([
  ['northwind', ['Northwind Home', 'Northwind Kids']],
  ['nrthwind kids', ['Northwind Kids']],
  ['northwimd home', ['Northwind Home']],
  ['kids norhtwind', ['Northwind Kids']],
  ['noorthw', ['Northwind Home', 'Northwind Kids']],
  ['kidz', ['Northwind Kids']],
  ['kys', []],
  ['southwind', []],
])('searchItems finds "%s" with typos only if nothing matches', (search, expected) => {
  const names = ['Northwind Home', 'Northwind Kids', 'Toys'];
  expect(searchItems(names, (name) => name, search)).toEqual(expected);
});

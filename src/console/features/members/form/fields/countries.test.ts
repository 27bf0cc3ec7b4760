import { expect, test } from 'vitest';
import { listCountries } from './countries.ts';

test('countries have a name each and are in the order of the names', () => {
  const countries = [...listCountries()];
  expect(countries).toHaveLength(250);
  expect(countries.filter(([code, name]) => code === name)).toEqual([]);
  expect(countries.slice(0, 3).map(([, name]) => name)).toEqual([
    'Afghanistan',
    'Åland Islands',
    'Albania',
  ]);
  expect(countries).toContainEqual(['US', 'United States']);
});

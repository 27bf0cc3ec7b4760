import { expect, test } from 'vitest';
import { addressLines } from './address-lines.ts';

test('city, state and postal code share a line, and the country is named', () => {
  const address = {
    line1: 'Marina Road 159',
    line2: 'Floor 2',
    city: 'Lagos',
    state: 'LA',
    postal_code: '101241',
    country: 'NG',
  };
  expect(addressLines(address)).toEqual([
    'Marina Road 159',
    'Floor 2',
    'Lagos, LA 101241',
    'Nigeria',
  ]);
});

test('missing parts leave no gaps', () => {
  expect(addressLines({ state: 'LA', line2: '' })).toEqual(['LA']);
  expect(addressLines({})).toEqual([]);
});

test.each(['Nigeria', 'XQ', 'ng', 'U.K.', 'U$'])(
  'the country %s is not a known code',
  (country) => {
    expect(addressLines({ country })).toEqual([country]);
  },
);

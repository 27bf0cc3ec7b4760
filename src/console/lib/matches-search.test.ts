import { expect, test } from 'vitest';
import { matchesSearch } from './matches-search.ts';

test.each([
  ['muller cafe', true],
  ['  CAFÉ ', true],
  ['ll', true],
  ['', true],
  ['cafe shop', false],
])('matchesSearch("Café Müller", "%s") is %s', (search, expected) => {
  expect(matchesSearch('Café Müller', search)).toBe(expected);
});

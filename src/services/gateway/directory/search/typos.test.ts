import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { typoMatcher } from '#contract/gateway/match-typos.ts';
import { probeKeys, segmentKeys } from './typos.ts';

const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '-'), minLength: 3, maxLength: 14 });
const address = fc.oneof(
  text,
  fc.tuple(text, text).map((parts) => parts.join('@')),
);

interface Edit {
  at: number;
  put: string;
  removed: number;
  isSwap: boolean;
}

/** Two neighbors are swapped, or a character is replaced, inserted or removed. */
const edits = fc.array(
  fc.record({
    at: fc.nat({ max: 20 }),
    put: fc.constantFrom('', 'a', 'b', '-'),
    removed: fc.nat({ max: 1 }),
    isSwap: fc.boolean(),
  }),
  { minLength: 1, maxLength: 3 },
);

function withEdit(word: string, { at, put, removed, isSwap }: Edit): string {
  const rest = word.slice(at);
  const change = isSwap
    ? `${rest.charAt(1)}${rest.charAt(0)}${rest.slice(2)}`
    : `${put}${rest.slice(removed)}`;
  return word.slice(0, at) + change;
}

test('every word with allowed typos shares a key with the searched one', () => {
  let compared = 0;
  for (const [word, given] of fc.sample(fc.tuple(address, edits), 20_000)) {
    const searched = given.reduce(withEdit, word);
    if (searched === word || !typoMatcher(searched)(word)) continue;
    compared += 1;
    const keys = new Set(probeKeys(1, searched));
    expect(
      segmentKeys(1, word).some((key) => keys.has(key)),
      `${searched} for ${word}`,
    ).toBe(true);
  }
  expect(compared).toBeGreaterThan(1_000);
});

test.each([
  ['linda1', 'linda2'],
  ['lindberg', 'lindber9'],
  ['lindber9', 'lindberg'],
  ['ada1@exmaple.test', 'ada1@example.test'],
])('%s is no typo of %s, because of the digit', (searched, word) => {
  expect(typoMatcher(searched)(word)).toBe(false);
});

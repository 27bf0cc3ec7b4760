import { describe, expect, test } from 'vitest';
import { tierLadder } from './tier-ladder.ts';

const counted = [
  { value: 'b', name: 'Bronze', count: 3, points: 30 },
  { value: 'g', name: 'Gold', count: 1, points: 90 },
];
const tier = (id: string, name: string, rank: number, threshold: number) => ({
  ...{ id, name, rank, threshold },
  qualification: { kind: 'lifetime' as const, months: null },
});

describe('tier ladder', () => {
  test('has the highest tier first, and those without members', () => {
    const known = [
      tier('b', 'Bronze', 1, 0),
      tier('s', 'Silver', 2, 500),
      tier('g', 'Gold', 3, 900),
    ];
    expect(tierLadder(counted, known)).toEqual([
      { id: 'g', name: 'Gold', threshold: 900, members: 1, share: 0.25, points: 90 },
      { id: 's', name: 'Silver', threshold: 500, members: 0, share: 0, points: 0 },
      { id: 'b', name: 'Bronze', threshold: 0, members: 3, share: 0.75, points: 30 },
    ]);
  });

  test('keeps the order of the directory if the thresholds are not known', () => {
    expect(tierLadder(counted, []).map(({ id, threshold }) => [id, threshold])).toEqual([
      ['b', undefined],
      ['g', undefined],
    ]);
  });

  test('has shares of 0 while nobody has a tier', () => {
    expect(tierLadder([], [tier('b', 'Bronze', 1, 0)])).toMatchObject([{ members: 0, share: 0 }]);
  });
});

import { expect, test } from 'vitest';
import { progressToNextTier } from './next-tier.ts';

const qualification = { kind: 'lifetime' as const, months: null };
const tiers = [
  { id: 't1', name: 'Silver', rank: 1, threshold: 1000, qualification },
  { id: 't2', name: 'Gold', rank: 2, threshold: 5000, qualification },
];
const inTier = (loyalty_tier_id: string, qualified_points?: number) => ({
  loyalty_tier_id,
  qualified_points,
});

test('progressToNextTier measures the way between two tiers', () => {
  expect(progressToNextTier(inTier('t1', 2000), tiers)).toEqual({
    text: '3,000 points to Gold',
    fraction: 0.25,
  });
  // Assigned to a tier without its points.
  expect(progressToNextTier(inTier('t1', 0), tiers)).toEqual({
    text: '5,000 points to Gold',
    fraction: 0,
  });
});

test('progressToNextTier knows the last tier, and members with enough points for the next', () => {
  expect(progressToNextTier(inTier('t2', 9000), tiers)).toEqual({ text: 'The highest tier' });
  expect(progressToNextTier(inTier('t1', 5000), tiers)).toEqual({
    text: 'Moves to Gold with the next points earned',
    fraction: 1,
  });
});

test('progressToNextTier says nothing without the tiers, the tier or the points', () => {
  expect(progressToNextTier(inTier('t1', 2000), undefined)).toBeUndefined();
  expect(progressToNextTier(inTier('t9', 2000), tiers)).toBeUndefined();
  expect(progressToNextTier(inTier('t1'), tiers)).toBeUndefined();
});

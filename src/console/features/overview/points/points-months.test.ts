import { describe, expect, test } from 'vitest';
import type { PointsOwed } from '#contract/gateway/points/points-owed.ts';
import { pointsMonths, scaleEnd } from './points-months.ts';

const month = (name: string) => ({
  ...{ month: name, opening: 0, earned: 10, redeemed: -2, expired: -3 },
  ...{ deducted: 0, adjusted: 0, closing: 5 },
});
const owed = (statement: PointsOwed['statement']): PointsOwed => ({
  ...{ available: 0, pending: 0, later: 0, without_expiry: 0, expired_share: null },
  ...{ point_value: null, statement },
  expiring: ['2026-11', '2026-12', '2027-01'].map((name) => ({
    ...{ month: name, points: 7, members: 1 },
  })),
});

describe('months of points', () => {
  test('have what was lost without its sign, and what expires from this month on', () => {
    const { months, current } = pointsMonths(owed([month('2026-10'), month('2026-11')]));
    expect(current).toBe(1);
    expect(
      months.map((each) => [each.month.first.slice(0, 7), each.redeemed, each.expiring]),
    ).toEqual([
      ['2026-10', 2, undefined],
      ['2026-11', 2, 7],
      ['2026-12', undefined, 7],
      ['2027-01', undefined, 7],
    ]);
  });

  test.each([undefined, null])('have only what expires if the statement is %s', (statement) => {
    const { months, current } = pointsMonths(owed(statement));
    expect(current).toBe(0);
    expect(months.map(({ earned, expiring }) => [earned, expiring])).toEqual([
      [undefined, 7],
      [undefined, 7],
      [undefined, 7],
    ]);
  });
});

test('the scale ends at the largest value, but not at one that makes all others flat', () => {
  expect(scaleEnd([10, 30, 20])).toBe(30);
  expect(scaleEnd([10, 3_000, 20])).toBe(30);
  expect(scaleEnd([0, 3_000])).toBe(3_000);
  expect(scaleEnd([])).toBe(1);
});

import { formatCount, formatNumber } from '#console/lib/format/format-number.ts';
import type { PointsConfig } from '#contract/loyalty/activities.ts';
import { FREQUENCY_RANGES, type Frequency } from '#contract/loyalty/rules.ts';

/**
 * The points of an activity: "150 points", "2 points per currency unit", "10 × store visits". Values that the
 * console doesn't know are called unknown (decisions.md, 33).
 */
export function formatPointsConfig(config: PointsConfig | undefined): string | undefined {
  if (!config) return undefined;
  const { points, multiplier, attribute_to_multiply: attribute } = config;
  if (config.points_computation_type === 'fixed_points') {
    return points === undefined ? 'Unknown points' : formatCount(points, 'point');
  }
  if (config.points_computation_type !== 'multiplier_based' || multiplier === undefined) {
    const { points_computation_type: type } = config;
    return type ? `Unknown (${type})` : undefined;
  }
  return attribute
    ? `${formatNumber(multiplier)} × ${attribute.replaceAll('_', ' ')}`
    : `${formatCount(multiplier, 'point')} per currency unit`;
}

const PERIODS: Readonly<Record<string, string>> = {
  DAY: 'a day',
  WEEK: 'a week',
  YEAR: 'a year',
  LIFETIME: 'per member',
};

/** A limit such as "once a day" or "4 times a year"; undefined if it is unknown. */
export function formatFrequency(frequency: Frequency): string | undefined {
  const count = Number(frequency.frequency_value);
  const isKnown = FREQUENCY_RANGES.some((range) => range === frequency.frequency_range);
  if (!isKnown || !Number.isInteger(count) || count < 0) return undefined;
  const period = PERIODS[frequency.frequency_range];
  if (count === 1) return `once ${period}`;
  return count === 2 ? `twice ${period}` : `${formatNumber(count)} times ${period}`;
}

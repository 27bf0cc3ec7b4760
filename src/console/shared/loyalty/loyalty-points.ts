import { formatCount, formatNumber } from '#console/lib/format-number.ts';
import type { PointsConfig } from '#contract/loyalty/activities.ts';
import { FREQUENCY_RANGES, type Frequency } from '#contract/loyalty/rules.ts';

/**
 * What an activity earns, in words: "150 points", "2 points for each unit of revenue". What this
 * console doesn't know it calls unknown (decisions.md, 33).
 */
export function formatPointsConfig(config: PointsConfig | undefined): string | undefined {
  if (!config) return undefined;
  const { points, multiplier, attribute_to_multiply: attribute } = config;
  if (config.points_computation_type === 'fixed_points') {
    return points === undefined ? 'Unknown points' : formatCount(points, 'point');
  }
  if (config.points_computation_type !== 'multiplier_based' || multiplier === undefined) {
    return `Unknown (${config.points_computation_type})`;
  }
  return attribute
    ? `${formatNumber(multiplier)} × ${attribute}`
    : `${formatNumber(multiplier)} × the amount`;
}

const SPANS: Readonly<Record<string, string>> = {
  DAY: 'a day',
  WEEK: 'a week',
  YEAR: 'a year',
  LIFETIME: 'ever',
};

/** A limit in words: "once a day", "at most 4 times a year"; undefined for what isn't known. */
export function formatFrequency(frequency: Frequency): string | undefined {
  const count = Number(frequency.frequency_value);
  const isKnown = FREQUENCY_RANGES.some((range) => range === frequency.frequency_range);
  if (!isKnown || !Number.isInteger(count) || count < 0) return undefined;
  const span = SPANS[frequency.frequency_range];
  if (count === 1) return `once ${span}`;
  return count === 2 ? `twice ${span}` : `${formatNumber(count)} times ${span}`;
}

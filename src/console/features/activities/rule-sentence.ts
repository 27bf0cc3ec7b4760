import { formatCount, formatNumber } from '#console/lib/format-number.ts';
import { formatLoyaltyDate } from '#console/shared/loyalty/format-loyalty-date.ts';
import { formatFrequency } from '#console/shared/loyalty/loyalty-points.ts';
import {
  type Comparison,
  type Condition,
  isComparison,
  isFrequency,
  type Rule,
} from '#contract/loyalty/rules.ts';
import { ATTRIBUTE_PHRASES } from './attribute-labels.ts';

/**
 * What a rule does, as a sentence. Rule types, operators, attributes and values that this console
 * doesn't know are called unknown: such a rule does not apply (decisions.md, 33).
 */
export function ruleSentence(rule: Rule): string {
  if (rule.rule_type === 'Frequency') return frequencySentence(rule.conditions);
  const effect = effectWords(rule);
  const conditions = rule.conditions.map(conditionWords);
  return conditions.length === 0 ? `${effect}.` : `${effect} when ${conditions.join(' and ')}.`;
}

/** Why a rule has no effect; undefined where it is in force. */
export function idleReason(rule: Rule): string | undefined {
  if (rule.is_archived) return 'Archived';
  if (!rule.is_active) return 'Inactive';
  const policy = rule.conditions_matching_policy ?? 'match_all';
  return policy === 'match_all' ? undefined : `Unknown matching policy ${policy}`;
}

function effectWords({ rule_type: type, rule_value: value, attribute }: Rule): string {
  const amount = value === undefined ? 'an unknown number' : formatNumber(value);
  switch (type) {
    case 'Fixed Points':
      return `Adds ${value === undefined ? 'an unknown number of points' : formatCount(value, 'point')}`;
    case 'Bonus Multiplier':
      return `Multiplies the points by ${amount}`;
    case 'Update Attribute':
      return typeof attribute === 'string'
        ? `Sets ${attribute} to ${amount}`
        : `Sets an unknown attribute to ${amount}`;
    default:
      return `Does something unknown (${type})`;
  }
}

function frequencySentence(conditions: readonly Condition[]): string {
  const limits = conditions.map((condition) =>
    isFrequency(condition)
      ? (formatFrequency(condition) ?? unknown(condition))
      : unknown(condition),
  );
  return `Counts at most ${limits.join(' and ') || 'an unknown number of times'}.`;
}

function conditionWords(condition: Condition): string {
  if (!isComparison(condition)) return unknown(condition);
  const comparison = comparisonWords(condition);
  return comparison === undefined ? unknown(condition) : comparison;
}

/** Undefined for an operator, or a value of its, that isn't known. */
function comparisonWords({ operator, attribute, value }: Comparison): string | undefined {
  const subject = ATTRIBUTE_PHRASES[attribute] ?? `the unknown attribute “${attribute}”`;
  const words = valueWords(value);
  switch (operator) {
    case 'Equals':
      return words && `${subject} is ${words}`;
    case 'Less Than':
      return words && `${subject} is less than ${words}`;
    case 'After':
      return words && `${subject} is after ${words}`;
    case 'Between': {
      const [first, last] = boundsWords(value);
      return first && last && `${subject} is between ${first} and ${last}`;
    }
    case 'More than X day(s) ago':
      return words && `${subject} is more than ${words} ${words === '1' ? 'day' : 'days'} ago`;
    default:
      return undefined;
  }
}

function boundsWords(value: unknown): (string | undefined)[] {
  if (Array.isArray(value)) return value.length === 2 ? value.map(valueWords) : [];
  const parts = typeof value === 'string' ? value.split(/\s*,\s*|\s+and\s+/) : [];
  return parts.length === 2 ? parts.map(valueWords) : [];
}

function valueWords(value: unknown): string | undefined {
  if (typeof value === 'number') return formatNumber(value);
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  if (typeof value !== 'string' || value === '') return undefined;
  if (/^-?\d+(\.\d+)?$/.test(value)) return formatNumber(Number(value));
  return /^\d{2}\/\d{2}|^\d{4}-\d{2}-\d{2}/.test(value) ? formatLoyaltyDate(value) : `“${value}”`;
}

function unknown(condition: Condition): string {
  return `an unknown condition holds (${JSON.stringify(condition)})`;
}

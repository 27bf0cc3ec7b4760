import { capitalize } from '#console/lib/format/capitalize.ts';
import { formatCount, formatNumber } from '#console/lib/format/format-number.ts';
import {
  type Comparison,
  type Condition,
  isComparison,
  isFrequency,
  type Rule,
} from '#contract/loyalty/rules.ts';
import { ATTRIBUTE_PHRASES } from './attribute-phrases.ts';
import { formatLoyaltyDate } from './format-loyalty-date.ts';
import { formatFrequency } from './loyalty-points.ts';

/**
 * Describes a rule in a sentence. Rule types, operators, attributes and values that the console
 * doesn't know are called unknown: such a rule does not apply (decisions.md, 33).
 */
export function ruleSentence(rule: Rule): string {
  if (rule.rule_type === 'Frequency') return frequencySentence(rule.conditions);
  const effect = formatEffect(rule);
  const conditions = rule.conditions.map(formatCondition);
  return conditions.length === 0 ? `${effect}.` : `${effect} when ${conditions.join(' and ')}.`;
}

/** The name of a rule, or its type without one; empty if the name only repeats the sentence. */
export function ruleTitle({ rule_name: name, rule_type: type }: Rule): string {
  const isRepeated = type === 'Frequency' && /^at most \d+ (a|per) \w+$/i.test(name ?? '');
  return isRepeated ? '' : ((name || type) ?? '');
}

/** Why a rule has no effect; undefined if it applies. */
export function inactiveReason(rule: Rule): string | undefined {
  if (rule.is_archived) return 'Archived';
  if (!rule.is_active) return 'Inactive';
  const policy = rule.conditions_matching_policy ?? 'match_all';
  return policy === 'match_all' ? undefined : `Unknown matching policy ${policy}`;
}

function formatEffect({ rule_type: type, rule_value: value, attribute }: Rule): string {
  const amount = value === undefined ? 'an unknown number' : formatNumber(value);
  switch (type) {
    case 'Fixed Points':
      return `Adds ${value === undefined ? 'an unknown number of points' : formatCount(value, 'point')}`;
    case 'Bonus Multiplier':
      return `Multiplies the points by ${amount}`;
    case 'Update Attribute':
      return typeof attribute === 'string'
        ? `Sets ${ATTRIBUTE_PHRASES[attribute] ?? attribute} to ${amount}`
        : `Sets an unknown attribute to ${amount}`;
    default:
      return type === undefined ? 'Has an unknown effect' : `Has an unknown effect (${type})`;
  }
}

function frequencySentence(conditions: readonly Condition[]): string {
  const limits = conditions.map((condition) =>
    isFrequency(condition)
      ? (formatFrequency(condition) ?? formatUnknown(condition))
      : formatUnknown(condition),
  );
  return `${capitalize(limits.join(' and ') || 'an unknown number of times')}.`;
}

/** A condition in words: "the tier is “Gold”". */
export function formatCondition(condition: Condition): string {
  const comparison = isComparison(condition) ? formatComparison(condition) : undefined;
  return comparison ?? formatUnknown(condition);
}

/** Undefined if the operator, or its value, is unknown. */
function formatComparison({ operator, attribute, value }: Comparison): string | undefined {
  const subject = ATTRIBUTE_PHRASES[attribute] ?? `the unknown attribute “${attribute}”`;
  const text = formatValue(value);
  switch (operator) {
    case 'Equals':
      return text && `${subject} is ${text}`;
    case 'Less Than':
      return text && `${subject} is less than ${text}`;
    case 'After':
      return text && `${subject} is after ${text}`;
    case 'Between': {
      const [first, last] = formatBounds(value);
      return first && last && `${subject} is between ${first} and ${last}`;
    }
    case 'More than X day(s) ago':
      return text && `${subject} is more than ${text} ${text === '1' ? 'day' : 'days'} ago`;
    default:
      return undefined;
  }
}

function formatBounds(value: unknown): (string | undefined)[] {
  if (Array.isArray(value)) return value.length === 2 ? value.map(formatValue) : [];
  const parts = typeof value === 'string' ? value.split(/\s*,\s*|\s+and\s+/) : [];
  return parts.length === 2 ? parts.map(formatValue) : [];
}

/** A value in a sentence; undefined for empty values and lists. */
export function formatValue(value: unknown): string | undefined {
  if (typeof value === 'number') return formatNumber(value);
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  if (typeof value !== 'string' || value === '') return undefined;
  if (/^-?\d+(\.\d+)?$/.test(value)) return formatNumber(Number(value));
  return /^\d{2}\/\d{2}|^\d{4}-\d{2}-\d{2}/.test(value) ? formatLoyaltyDate(value) : `“${value}”`;
}

function formatUnknown(condition: Condition): string {
  return `an unknown condition holds (${JSON.stringify(condition)})`;
}

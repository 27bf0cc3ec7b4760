import { parseDate } from '#contract/loyalty/dates.ts';

const NUMBER = /^\s*-?\d+(\.\d+)?\s*$/;

/**
 * Compares two values as numbers, or as dates in any format of the contract. If one date has no time,
 * compares only the days.
 * @returns negative, zero or positive; undefined if they are neither numbers nor dates
 */
export function compare(left: unknown, right: unknown): number | undefined {
  const [minuend, subtrahend] = [numberOf(left), numberOf(right)];
  if (minuend !== undefined && subtrahend !== undefined) return minuend - subtrahend;
  const [first, second] = [dateOf(left), dateOf(right)];
  if (!first || !second) return undefined;
  const areInstants = first.kind === 'instant' && second.kind === 'instant';
  const length = areInstants ? undefined : 'YYYY-MM-DD'.length;
  return collate(first.iso.slice(0, length), second.iso.slice(0, length));
}

function collate(left: string, right: string): number {
  return left < right ? -1 : Number(left > right);
}

/** Whether two values are equal as numbers, dates or text; an array if one of its items is. */
export function isEqual(fact: unknown, value: unknown): boolean {
  if (Array.isArray(fact)) return fact.some((each) => isEqual(each, value));
  return compare(fact, value) === 0 || String(fact) === String(value);
}

/** Parses a number or numeric text; undefined for anything else. */
export function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && NUMBER.test(value) ? Number(value) : undefined;
}

/** Parses a date in any format of the contract; null for anything else. */
export function dateOf(value: unknown) {
  return typeof value === 'string' ? parseDate(value) : null;
}

/** Parses two bounds: an array, or text separated by a comma, ` and ` or (for dates) a hyphen. */
export function boundsOf(value: unknown): [unknown, unknown] | undefined {
  const ends = typeof value === 'string' ? splitBounds(value) : value;
  return Array.isArray(ends) && ends.length === 2 ? [ends[0], ends[1]] : undefined;
}

function splitBounds(text: string): string[] {
  const parts = text.split(/\s*,\s*|\s+and\s+/);
  return parts.length === 2 ? parts : text.split(/(?<=\d)\s*-\s*(?=[\d-])/);
}

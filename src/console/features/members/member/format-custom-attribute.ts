import { formatNumber } from '#console/lib/format/format-number.ts';

/**
 * A custom attribute's value as text. Types that the contract doesn't allow (objects, booleans, null)
 * come out as JSON.
 */
export function formatCustomAttribute(value: unknown): string {
  if (typeof value === 'string') return value === '' ? '(empty text)' : value;
  if (typeof value === 'number') return formatNumber(value);
  if (Array.isArray(value)) {
    return value.length === 0 ? '(empty list)' : value.map(formatCustomAttribute).join(', ');
  }
  return JSON.stringify(value) ?? '—';
}

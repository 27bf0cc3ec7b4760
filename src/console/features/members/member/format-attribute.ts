import { formatNumber } from '#console/lib/format-number.ts';

/**
 * A custom attribute's value to read: text as it is, numbers written out, lists joined; what the
 * contract does not foresee (objects, booleans, null) as its JSON.
 */
export function formatAttribute(value: unknown): string {
  if (typeof value === 'string') return value === '' ? '(empty text)' : value;
  if (typeof value === 'number') return formatNumber(value);
  if (Array.isArray(value)) {
    return value.length === 0 ? '(empty list)' : value.map(formatAttribute).join(', ');
  }
  return JSON.stringify(value) ?? '—';
}

import { capitalize } from './capitalize.ts';

const SPELLINGS: Readonly<Record<string, string>> = { ctas: 'CTAs', oauth: 'OAuth' };

/** Attributes that all pages name alike. */
const LABELS = new Map([
  ['created_at', 'Created'],
  ['updated_at', 'Last updated'],
]);

/** The label of an attribute: `expires_at` and `expiresAt` are "Expires at". */
export function attributeLabel(name: string): string {
  const label = LABELS.get(name);
  if (label !== undefined) return label;
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[_\-\s]+/g, ' ')
    .trim()
    .toLowerCase()
    .replace(/\b(id|url|html|ctas|oauth)\b/g, (word) => SPELLINGS[word] ?? word.toUpperCase());
  return words === '' ? name : capitalize(words);
}

const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/;

/** Whether a value is an ISO 8601 timestamp. */
export function isTimestamp(value: unknown): value is string {
  return typeof value === 'string' && TIMESTAMP.test(value);
}

/** An attribute of unknown type as text; empty for null and undefined. */
export function formatAttributeValue(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object')) {
    return value.map(formatAttributeValue).join(', ');
  }
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

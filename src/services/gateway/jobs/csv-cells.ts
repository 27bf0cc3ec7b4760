import { ATTRIBUTE_PREFIX } from '#contract/gateway/member-csv.ts';
import { trimText } from '#contract/loyalty/trim-text.ts';
import { tryParseJson } from '#services/platform/try-parse-json.ts';
import { describeDamage } from './cells/damaged-cell.ts';

/** Tags in one cell. A separator within a tag is escaped. */
export function joinTags(tags: readonly string[]): string {
  return tags.map((tag) => tag.replace(/[\\|]/g, '\\$&')).join('|');
}

export function splitTags(cell: string): string[] {
  const tags = cell.match(/(?:\\.|[^\\|]|\\$)+/gsu) ?? [];
  return [...new Set(tags.map((tag) => trimText(tag.replace(/\\([\\|])/g, '$1'))))].filter(
    (tag) => tag !== '',
  );
}

/** A tag in quotation marks, which are doubled within it, or the text up to the next comma. */
const TAG = /\s*"((?:[^"]|"")*)"\s*(?:,|$)|([^,]+)(?:,|$)/gsu;

/** The tags of a cell in which commas separate them: `vip, newsletter` and `"VIP","Spring, Sale"`. */
export function splitListedTags(cell: string): string[] {
  const tags = Array.from(cell.matchAll(TAG), ([, quoted, plain]) =>
    trimText(quoted?.replaceAll('""', '"') ?? plain ?? ''),
  );
  return [...new Set(tags)].filter((tag) => tag !== '');
}

/**
 * A custom attribute in a cell: text unchanged, numbers and lists as JSON. Text that looks like one of
 * those or like damage, or has spaces at its ends, is quoted, so that an import doesn't change it.
 */
export function formatAttribute(value: unknown): string {
  if (typeof value !== 'string') return value === undefined ? '' : JSON.stringify(value);
  const isPlain =
    parseJsonValue(value) === undefined &&
    trimText(value) === value &&
    describeDamage(`${ATTRIBUTE_PREFIX}text`, value) === undefined;
  return isPlain ? value : JSON.stringify(value);
}

export function parseAttribute(cell: string): string | number | (string | number)[] {
  return parseJsonValue(cell) ?? cell;
}

type Scalar = string | number;
const isScalar = (value: unknown): value is Scalar =>
  typeof value === 'string' || typeof value === 'number';

/** A number, a list or a quoted text, exactly as `JSON.stringify` writes it. */
function parseJsonValue(text: string): Scalar | Scalar[] | undefined {
  if (!/^[-\d["]/.test(text)) return undefined;
  const value = tryParseJson(text);
  const isValue = isScalar(value) || (Array.isArray(value) && value.every(isScalar));
  return isValue && JSON.stringify(value) === text ? (value as Scalar | Scalar[]) : undefined;
}

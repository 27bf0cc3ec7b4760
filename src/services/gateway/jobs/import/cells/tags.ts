import { trimText } from '#contract/trim-text.ts';

/** A tag in quotation marks, which are doubled within it, or the text up to the next comma. */
const TAG = /\s*"((?:[^"]|"")*)"\s*(?:,|$)|([^,]+)(?:,|$)/gsu;

/** The tags of a cell in which commas separate them: `vip, newsletter` and `"VIP","Spring, Sale"`. */
export function splitListedTags(cell: string): string[] {
  const tags = Array.from(cell.matchAll(TAG), ([, quoted, plain]) =>
    trimText(quoted?.replaceAll('""', '"') ?? plain ?? ''),
  );
  return [...new Set(tags)].filter((tag) => tag !== '');
}

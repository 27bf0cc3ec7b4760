import { parse } from 'csv-parse/sync';
import { type Options, stringify } from 'csv-stringify/sync';

export const BYTE_ORDER_MARK = '\ufeff';

const FORMAT: Options = {
  record_delimiter: '\r\n',
  // Spreadsheets end a row at any of them.
  quoted_match: /[\r\n]/,
};

/** Records as CSV lines (RFC 4180), for other tools: only quoted. */
export function toPlainCsv(records: readonly (readonly string[])[]): string {
  return stringify(records as string[][], FORMAT);
}

/** Records as CSV lines (RFC 4180), safe for spreadsheets. */
export function toCsv(records: readonly (readonly string[])[]): string {
  return stringify(records as string[][], { ...FORMAT, cast: { string: escapeCell } });
}

/** Adds a number of empty cells to each line. */
export function addEmptyCells(csv: string, count: number): string {
  if (count === 0) return csv;
  const added = Array<string>(count).fill('');
  const records = parse(csv, { record_delimiter: '\r\n' });
  return stringify(
    records.map((cells) => [...cells, ...added]),
    FORMAT,
  );
}

/**
 * The beginning of a formula. Some spreadsheets leave out spaces, line breaks and invisible characters in front
 * of it, and some take the full-width and small signs of Asian keyboards.
 */
const FORMULA_START = String.raw`[\s\p{Cc}\p{Cf}]*[=+\-@\t\r＝＋－＠﹦﹢﹣﹫]`;
/**
 * What gets an apostrophe: formulas, also behind apostrophes, and digits behind these, so that unescaping gives the same
 * text again.
 */
const FORMULA = new RegExp(`^(?:'*${FORMULA_START}|'+\\d)`, 'u');
/** Other systems also write one before a number, so that spreadsheets keep all of its digits. */
const ESCAPED = new RegExp(`^'+(?:${FORMULA_START}|\\d)`, 'u');

/** A cell that a spreadsheet would run begins with an apostrophe (decisions.md, 46). */
function escapeCell(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

export function unescapeCell(cell: string): string {
  return ESCAPED.test(cell) ? cell.slice(1) : cell;
}

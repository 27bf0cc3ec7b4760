import { CSV_DELIMITERS, type CsvDelimiter } from './jobs.ts';

/** A line for Excel at the beginning of a file that names what separates the cells. */
export const EXCEL_LINE = /^\ufeff?"?sep=(?<delimiter>.)"?(?:\r\n|\n|\r)/i;

/** What the first line of a file has most of outside of quotation marks. */
export function guessDelimiter(text: string): CsvDelimiter {
  const [header = ''] = text
    .replace(/"[^"]*"/g, '')
    .split(/[\r\n]+/)
    .filter(Boolean);
  const count = (name: CsvDelimiter) => header.split(CSV_DELIMITERS[name]).length;
  const names = Object.keys(CSV_DELIMITERS) as CsvDelimiter[];
  return names.toSorted((one, other) => count(other) - count(one))[0] ?? 'comma';
}

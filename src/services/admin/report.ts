import { toSnakeCase } from '#services/platform/operator-error.ts';
import type { Terminal } from './terminal.ts';

type Row = Readonly<Record<string, unknown>>;

/** Prints the result of a command: as text, or as JSON with `--json`. */
export interface Report {
  /** @param toDisplayed the columns of the text output, if not all. */
  list<R extends object>(rows: readonly R[], toDisplayed?: (row: R) => Row): void;
  record<R extends object>(row: R, toDisplayed?: (row: R) => Row): void;
  /** Like `record`, for a row with a secret that is shown only once. */
  secret<R extends object>(row: R, toDisplayed?: (row: R) => Row): void;
  /** Reports success where there is no result to print, on stderr. */
  message(sentence: string): void;
}

/**
 * Reports to the terminal.
 * @param isJson called for each report, because options are parsed after this is created.
 */
export function createReport({ print, printMessage }: Terminal, isJson: () => boolean): Report {
  const printJson = (value: unknown) => print(JSON.stringify(value, null, 2));
  const report: Report = {
    list(rows, toDisplayed = toRow) {
      if (isJson()) printJson(rows.map(toSnakeCaseKeys));
      else if (rows.length === 0) printMessage('None.');
      else printTable(rows.map(toDisplayed), print);
    },
    record(row, toDisplayed = toRow) {
      if (isJson()) printJson(toSnakeCaseKeys(row));
      else printRecord(toDisplayed(row), print);
    },
    secret(row, toDisplayed) {
      report.record(row, toDisplayed);
      printMessage('Save the secret now. It will not be shown again.');
    },
    message: printMessage,
  };
  return report;
}

function toRow(row: object): Row {
  return row as Row;
}

function printTable(rows: readonly Row[], print: Terminal['print']): void {
  const names = Object.keys(rows[0] ?? {});
  const cells = [
    names.map(formatHeading),
    ...rows.map((row) => names.map((name) => formatCell(row[name]))),
  ];
  const widths = names.map((_, column) =>
    Math.max(...cells.map((line) => line[column]?.length ?? 0)),
  );
  for (const line of cells) {
    print(
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    );
  }
}

function printRecord(row: Row, print: Terminal['print']): void {
  const width = Math.max(...Object.keys(row).map((name) => formatHeading(name).length));
  for (const [name, value] of Object.entries(row)) {
    print(`${formatHeading(name).padEnd(width)}  ${formatCell(value)}`);
  }
}

function formatHeading(name: string): string {
  return toSnakeCase(name).replaceAll('_', ' ').toUpperCase();
}

function formatCell(value: unknown): string {
  if (value === null || value === undefined || value === '') return '-';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (value instanceof Date) return `${value.toISOString().slice(0, 19)}Z`;
  if (Array.isArray(value)) return value.length === 0 ? '-' : value.map(formatCell).join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** A row with field names as the APIs spell them. Nested values stay unchanged. */
function toSnakeCaseKeys(row: object): Row {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [toSnakeCase(name), value]));
}

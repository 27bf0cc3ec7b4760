import { toSnakeCase } from '#services/platform/operator-error.ts';
import type { Terminal } from './terminal.ts';

type Row = Readonly<Record<string, unknown>>;

/** Shows what a command found or made: for people, or with `--json` for scripts. */
export interface Report {
  /** @param shown what of a row people see, where that is not all of it. */
  list<R extends object>(rows: readonly R[], shown?: (row: R) => Row): void;
  one<R extends object>(row: R, shown?: (row: R) => Row): void;
  /** As `one`, for what is not shown a second time. */
  secret<R extends object>(row: R, shown?: (row: R) => Row): void;
  /** What was done, where there is nothing to show; scripts know it by the exit code. */
  done(sentence: string): void;
}

/**
 * Reports to the terminal.
 * @param isJson asked at each report, because the words are parsed after this is made.
 */
export function createReport({ print, say }: Terminal, isJson: () => boolean): Report {
  const asJson = (value: unknown) => print(JSON.stringify(value, null, 2));
  const report: Report = {
    list(rows, shown = asRow) {
      if (isJson()) asJson(rows.map(snakeCased));
      else if (rows.length === 0) say('None.');
      else printTable(rows.map(shown), print);
    },
    one(row, shown = asRow) {
      if (isJson()) asJson(snakeCased(row));
      else printRecord(shown(row), print);
    },
    secret(row, shown) {
      report.one(row, shown);
      say('Keep the secret now: it is not shown again.');
    },
    done: say,
  };
  return report;
}

function asRow(row: object): Row {
  return row as Row;
}

function printTable(rows: readonly Row[], print: Terminal['print']): void {
  const names = Object.keys(rows[0] ?? {});
  const cells = [names.map(titleOf), ...rows.map((row) => names.map((name) => textOf(row[name])))];
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
  const width = Math.max(...Object.keys(row).map((name) => titleOf(name).length));
  for (const [name, value] of Object.entries(row)) {
    print(`${titleOf(name).padEnd(width)}  ${textOf(value)}`);
  }
}

function titleOf(name: string): string {
  return toSnakeCase(name).replaceAll('_', ' ').toUpperCase();
}

function textOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return '-';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (value instanceof Date) return `${value.toISOString().slice(0, 19)}Z`;
  if (Array.isArray(value)) return value.length === 0 ? '-' : value.map(textOf).join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** A row by the names that the APIs would have for its members; what is inside them stays. */
function snakeCased(row: object): Row {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [toSnakeCase(name), value]));
}

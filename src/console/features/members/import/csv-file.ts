import type { UserFacingError } from '#console/lib/user-facing-error.ts';
import { CSV_DELIMITERS, type CsvDelimiter, IMPORT_MAX_BYTES } from '#contract/gateway/jobs.ts';
import { EXCEL_LINE, guessDelimiter, IMPORT_COLUMNS } from '#contract/gateway/member-csv.ts';
import { readCsvRows, writeCsvRow } from './csv-rows.ts';

/** What is read of a file before it is sent. */
const HEAD_BYTES = 256 * 1024;
const SAMPLES = 3;
const HEAD_ROWS = 500;
const ACCENTED_NAMES = 5;
const BYTE_ORDER_MARKS = [
  { encoding: 'utf-8', mark: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-16le', mark: [0xff, 0xfe] },
  { encoding: 'utf-16be', mark: [0xfe, 0xff] },
] as const;
/** The first bytes of zipped and of older workbooks. */
const WORKBOOKS = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
];

/** The beginning of a CSV file. */
export interface CsvHead {
  readonly delimiter: CsvDelimiter;
  readonly header: readonly string[];
  /** Its first rows. */
  readonly samples: readonly (readonly string[])[];
  readonly lineBreak: string;
  /** Without a byte order mark, files that are not UTF-8 are read as Windows-1252, in which every byte is a character. */
  readonly encoding: 'utf-8' | 'windows-1252' | 'utf-16le' | 'utf-16be';
  /** Whether one of the rows read has a comma in a cell, by column. */
  readonly hasComma: readonly boolean[];
  /** Some texts that would look wrong in another encoding. */
  readonly accentedNames: readonly string[];
  /** Where the rows begin, in bytes. */
  readonly rowsAt: number;
}

export class CsvFileError extends Error {
  readonly userError: UserFacingError;

  constructor(title: string, detail: string) {
    super(title);
    this.userError = { title, detail };
  }
}

/** @throws {CsvFileError} */
export async function readCsvHead(file: File): Promise<CsvHead> {
  if (file.size === 0) throw new CsvFileError('The file is empty', 'Choose another file.');
  if (file.size > IMPORT_MAX_BYTES) {
    throw new CsvFileError(
      'The file is larger than 100 MB',
      'Split it, and import the parts one after the other.',
    );
  }
  const bytes = await readStart(file, HEAD_BYTES);
  if (WORKBOOKS.some((signature) => startsWith(bytes, signature))) {
    throw new CsvFileError(
      'This is a workbook, not a CSV file',
      'Save the sheet as “CSV UTF-8” and choose that file.',
    );
  }
  const { text, encoding, markBytes } = decode(bytes);
  if (text.includes('\0')) {
    throw new CsvFileError('This is not a CSV file', 'Save your table as “CSV UTF-8”.');
  }
  const [excelLine = ''] = EXCEL_LINE.exec(text) ?? [];
  const table = text.slice(excelLine.length);
  const delimiter = excelLine === '' ? guessDelimiter(table) : delimiterOf(excelLine);
  if (delimiter === undefined) {
    throw new CsvFileError(
      'The file has another delimiter',
      'Save it with commas, semicolons or tabs between them.',
    );
  }
  const [header, ...rows] = readCsvRows(table, CSV_DELIMITERS[delimiter], HEAD_ROWS);
  if (!header || rows.length === 0) {
    throw new CsvFileError(
      'The file has no rows',
      'The first row needs the column names; add one row per member below it.',
    );
  }
  const headerText = excelLine + table.slice(0, header.end);
  return {
    delimiter,
    header: header.cells.map((name) => name.trim()),
    samples: rows.slice(0, SAMPLES).map(({ cells }) => cells),
    hasComma: header.cells.map((_name, index) =>
      rows.some(({ cells }) => cells[index]?.includes(',')),
    ),
    lineBreak: /\r\n$|\r$/.exec(headerText)?.[0] ?? '\n',
    encoding,
    accentedNames: [...new Set(text.match(/\p{L}*[^\p{ASCII}]\p{L}*/gu))].slice(0, ACCENTED_NAMES),
    rowsAt: markBytes + bytesOf(headerText, encoding),
  };
}

function delimiterOf(excelLine: string): CsvDelimiter | undefined {
  const given = EXCEL_LINE.exec(excelLine)?.groups?.delimiter;
  const names = Object.keys(CSV_DELIMITERS) as CsvDelimiter[];
  return names.find((name) => CSV_DELIMITERS[name] === given);
}

/** @throws {CsvFileError} if the file was changed on disk since it was chosen */
export async function checkUnchanged(file: File): Promise<void> {
  await readStart(file, 1);
}

async function readStart(file: File, bytes: number): Promise<Uint8Array> {
  try {
    return new Uint8Array(await file.slice(0, bytes).arrayBuffer());
  } catch {
    // Browsers can't read a file that has changed since it was chosen.
    throw new CsvFileError('The file has changed', 'Choose it again.');
  }
}

function startsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, index) => bytes[index] === byte);
}

function decode(
  bytes: Uint8Array,
): Pick<CsvHead, 'encoding'> & { text: string; markBytes: number } {
  const marked = BYTE_ORDER_MARKS.find(({ mark }) => startsWith(bytes, mark));
  const markBytes = marked?.mark.length ?? 0;
  const encoding = marked?.encoding ?? 'utf-8';
  try {
    // The last character may be cut.
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true });
    return { text, encoding, markBytes };
  } catch {
    const text = new TextDecoder('windows-1252').decode(bytes);
    return { text, encoding: 'windows-1252', markBytes: 0 };
  }
}

function bytesOf(text: string, encoding: CsvHead['encoding']): number {
  if (encoding === 'utf-8') return new TextEncoder().encode(text).length;
  return encoding === 'windows-1252' ? text.length : text.length * 2;
}

/** The file in UTF-8 with another header. Its rows are not read. */
export async function withHeader(
  file: File,
  head: CsvHead,
  header: readonly string[],
): Promise<Blob> {
  const line = writeCsvRow(header, CSV_DELIMITERS[head.delimiter]);
  const rows = file.slice(head.rowsAt);
  const converted = head.encoding === 'utf-8' ? rows : await toUtf8(rows, head.encoding);
  return new Blob([line + head.lineBreak, converted]);
}

function toUtf8(rows: Blob, encoding: string): Promise<Blob> {
  const text = rows.stream().pipeThrough(new TextDecoderStream(encoding));
  return new Response(text.pipeThrough(new TextEncoderStream())).blob();
}

/** A file with all columns, each field once, and no rows, which spreadsheets open as UTF-8. */
export function templateFile(): Blob {
  const columns = IMPORT_COLUMNS.filter((name) => name !== 'address' && name !== 'email_opt_out');
  return new Blob([`\ufeff${columns.join(',')}\r\n`], { type: 'text/csv' });
}

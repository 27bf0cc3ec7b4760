import Papa from 'papaparse';
import type { UserFacingError } from '#console/lib/user-facing-error.ts';
import { CSV_DELIMITERS, type CsvDelimiter, IMPORT_MAX_BYTES } from '#contract/gateway/jobs.ts';
import { IMPORT_COLUMNS } from '#contract/gateway/member-csv.ts';

/** What is read of a file before it is sent. */
const HEAD_BYTES = 256 * 1024;
const SAMPLES = 3;
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];
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
  /** Where the rows begin, in bytes. */
  readonly rowsAt: number;
}

/** Why a file can't be imported. */
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
  const text = decode(bytes);
  if (text.includes('\0')) {
    throw new CsvFileError('This is not a CSV file', 'Save your table as “CSV UTF-8”.');
  }
  const { data, meta } = Papa.parse<string[]>(text, {
    delimitersToGuess: Object.values(CSV_DELIMITERS),
    skipEmptyLines: true,
    preview: SAMPLES + 1,
  });
  const [header = [], ...samples] = data;
  if (samples.length === 0) {
    throw new CsvFileError(
      'The file has no rows',
      'The first row needs the column names; add one row per member below it.',
    );
  }
  const names = Object.keys(CSV_DELIMITERS) as CsvDelimiter[];
  const delimiter = names.find((name) => CSV_DELIMITERS[name] === meta.delimiter) ?? 'comma';
  const first = Papa.parse(text, {
    delimiter: CSV_DELIMITERS[delimiter],
    preview: 1,
    // Otherwise the cursor is a row further.
    fastMode: false,
  });
  const markBytes = startsWith(bytes, BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0;
  const headerText = text.slice(0, first.meta.cursor);
  return {
    delimiter,
    header: header.map((name) => name.trim()),
    samples,
    lineBreak: /\r\n$|\r$/.exec(headerText)?.[0] ?? '\n',
    rowsAt: markBytes + new TextEncoder().encode(headerText).length,
  };
}

/** @throws {CsvFileError} if the file was changed on disk since it was chosen */
export async function checkUnchanged(file: File): Promise<void> {
  await readStart(file, 1);
}

async function readStart(file: File, bytes: number): Promise<Uint8Array> {
  try {
    return new Uint8Array(await file.slice(0, bytes).arrayBuffer());
  } catch {
    // Browsers don't read another version than the one that was chosen.
    throw new CsvFileError('The file has changed', 'Choose it again.');
  }
}

function startsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, index) => bytes[index] === byte);
}

function decode(bytes: Uint8Array): string {
  try {
    // The last character may be cut.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
  } catch {
    throw new CsvFileError(
      'The file is not UTF-8',
      'Accents would be lost. In your spreadsheet, save it as “CSV UTF-8”.',
    );
  }
}

/** The file with another header. Its rows are not read. */
export function withHeader(file: File, head: CsvHead, header: readonly string[]): Blob {
  const delimiter = CSV_DELIMITERS[head.delimiter];
  const line = Papa.unparse([[...header]], { delimiter });
  return new Blob([line + head.lineBreak, file.slice(head.rowsAt)]);
}

/** A file with all columns and no rows, which spreadsheets open as UTF-8. */
export function templateFile(): Blob {
  return new Blob([`\ufeff${IMPORT_COLUMNS.join(',')}\r\n`], { type: 'text/csv' });
}

import { MIMEType } from 'node:util';
import {
  CSV_CHARSETS,
  CSV_DELIMITERS,
  CSV_MEDIA_TYPE,
  IMPORT_MAX_BYTES,
} from '#contract/gateway/jobs.ts';
import { EXCEL_LINE, guessDelimiter } from '#contract/gateway/member-csv.ts';
import { trimText } from '#contract/loyalty/trim-text.ts';
import { DIRECTION_CONTROLS } from '#contract/one-line-text.ts';
import { errorResponse, type JsonApiError } from '#services/platform/json-api/errors.ts';

/** The header is in the beginning of a file, or its delimiter is not recognized. */
const HEAD_MAX_BYTES = 64 * 1024;
const FILE_NAME_MAX_LENGTH = 255;
const DELIMITERS: readonly string[] = Object.values(CSV_DELIMITERS);
/** The first bytes of zipped and of older workbooks. */
const WORKBOOKS = ['504b0304', 'd0cf11e0'];
const SIGNATURE_BYTES = 4;

/**
 * The encoding that a `Content-Type` names, by default UTF-8.
 * @throws {JsonApiError} 415
 */
export function readCharset(contentType: string | undefined): string {
  const type = parseMediaType(contentType ?? '');
  if (type?.essence !== CSV_MEDIA_TYPE) {
    throw errorResponse(415, { detail: `Send the file as ${CSV_MEDIA_TYPE}.` });
  }
  const charset = (type.params.get('charset') ?? 'utf-8').toLowerCase();
  if ((CSV_CHARSETS as readonly string[]).includes(charset)) return charset;
  throw errorResponse(415, {
    detail: `Send the file in one of the encodings ${CSV_CHARSETS.join(', ')}.`,
  });
}

/** The name of the file in a `Content-Disposition`, without folders; null if there is none. */
export function readFileName(contentDisposition: string | undefined): string | null {
  // Its parameters have the syntax of a media type's.
  const params = parseMediaType(`file/${contentDisposition ?? ''}`)?.params;
  const [, encoded] = /^UTF-8'[^']*'(.*)$/i.exec(params?.get('filename*') ?? '') ?? [];
  const name = (encoded && tryDecode(encoded)) ?? params?.get('filename') ?? '';
  const base = name.split(/[/\\]/).at(-1) ?? '';
  const line = base.replace(/\p{Cc}/gu, '').replace(DIRECTION_CONTROLS, '');
  return trimText(line).slice(0, FILE_NAME_MAX_LENGTH) || null;
}

function parseMediaType(text: string): MIMEType | undefined {
  try {
    return new MIMEType(text);
  } catch {
    return undefined;
  }
}

function tryDecode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/**
 * The rows of a file in UTF-8, and what separates their cells: what the client, a first line for Excel or else the
 * header says.
 * @throws {JsonApiError} 413, 422, also while the rows are read
 */
export async function openFile(
  body: AsyncIterable<Buffer>,
  { charset, delimiter }: { charset: string; delimiter: string | undefined },
): Promise<{ delimiter: string; rows: AsyncGenerator<Buffer> }> {
  const chunks = toUtf8(limitBytes(body), charset);
  let head: Buffer = Buffer.alloc(0);
  while (head.length < HEAD_MAX_BYTES) {
    const { value, done } = await chunks.next();
    if (done) break;
    head = Buffer.concat([head, value]);
    // Two lines: the first one may be for Excel.
    if (head.indexOf('\n') !== head.lastIndexOf('\n')) break;
  }
  const text = head.toString();
  const excel = EXCEL_LINE.exec(text);
  const excelDelimiter = excel?.groups?.delimiter;
  if (excelDelimiter !== undefined && !DELIMITERS.includes(excelDelimiter)) {
    throw errorResponse(422, {
      detail: 'Separate the cells by commas, semicolons or tabs.',
    });
  }
  const start = excel ? Buffer.byteLength(excel[0]) : 0;
  return {
    delimiter: delimiter ?? excelDelimiter ?? CSV_DELIMITERS[guessDelimiter(text)],
    rows: concat(head.subarray(start), chunks),
  };
}

async function* concat(head: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield head;
  yield* rest;
}

async function* limitBytes(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.byteLength;
    if (bytes > IMPORT_MAX_BYTES) {
      const megabytes = IMPORT_MAX_BYTES / 1024 / 1024;
      throw errorResponse(413, { detail: `The file is too large. The limit is ${megabytes} MB.` });
    }
    yield chunk;
  }
}

/**
 * Spreadsheets often save in another encoding, which would turn every accent into a wrong character. A byte order mark
 * means UTF-16, whatever the client says.
 */
async function* toUtf8(chunks: AsyncIterable<Buffer>, charset: string): AsyncGenerator<Buffer> {
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  try {
    for await (const chunk of withLongStart(chunks)) {
      if (!decoder) {
        if (WORKBOOKS.includes(chunk.subarray(0, 4).toString('hex'))) throw workbook();
        decoder = new TextDecoder(detectCharset(chunk, charset), { fatal: true, ignoreBOM: true });
      }
      yield Buffer.from(decoder.decode(chunk, { stream: true }));
    }
    decoder?.decode();
  } catch (error) {
    const isInvalid =
      error instanceof TypeError &&
      'code' in error &&
      error.code === 'ERR_ENCODING_INVALID_ENCODED_DATA';
    throw isInvalid ? wrongEncoding() : error;
  }
}

/** A first chunk that has the first bytes of a file together. */
async function* withLongStart(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let start: Buffer | undefined = Buffer.alloc(0);
  for await (const chunk of chunks) {
    if (!start) {
      yield chunk;
      continue;
    }
    start = Buffer.concat([start, chunk]);
    if (start.length < SIGNATURE_BYTES) continue;
    yield start;
    start = undefined;
  }
  if (start && start.length > 0) yield start;
}

function detectCharset(start: Buffer, charset: string): string {
  const mark = start.subarray(0, 2).toString('hex');
  if (mark === 'fffe') return 'utf-16le';
  // Without a mark, the first letter shows it by its zero.
  const isBigEndian = mark === 'feff' || (charset === 'utf-16' && start[0] === 0);
  return isBigEndian ? 'utf-16be' : charset;
}

const workbook = (): JsonApiError =>
  errorResponse(422, {
    detail: 'The file is a workbook, not CSV. Save the sheet as “CSV UTF-8” and send that file.',
  });

const wrongEncoding = (): JsonApiError =>
  errorResponse(422, {
    detail:
      'The file is not UTF-8. Save it as “CSV UTF-8”, or name its charset, windows-1252 or utf-16.',
  });

import type { Readable, TransformOptions } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Info, parse } from 'csv-parse';
import { sql } from 'drizzle-orm';
import type { DateOrder, TagSeparator } from '#contract/gateway/import/import-job.ts';
import { ignoredReason, isOwnExport } from '#contract/gateway/member-csv.ts';
import { trimText } from '#contract/loyalty/trim-text.ts';
import { findColumn, isDayColumn } from '#services/gateway/jobs/csv-columns.ts';
import { gatewayJobRows } from '#services/gateway/jobs/jobs-table.ts';
import { unescapeCell } from '#services/platform/csv/csv.ts';
import type { Database } from '#services/platform/database/database.ts';
import { storable } from '#services/platform/database/storable.ts';
import { errorResponse, type JsonApiError } from '#services/platform/json-api/errors.ts';
import { createDateFinder, type DateColumns } from './date-columns.ts';
import { openFile } from './file-format.ts';
import { surplusCells } from './import-rows.ts';

const BATCH_MAX_ROWS = 1_000;
/** The size of a batch's cells as JSON. */
const BATCH_MAX_BYTES = 1024 * 1024;
/** A row with more cells is invalid; its cells are stored, so that it can be downloaded and corrected. */
const SURPLUS_CELLS_MAX = 100;
/** Longer than any valid one, and short enough for the index. */
const MEMBER_ID_MAX_LENGTH = 600;
/** The parser reads all rows of a part, a thousand or more, before anything else is done. */
const PART_BYTES = 4096;
/** The part that is still buffered at the end of a file is parsed without a pause. */
const STREAM: TransformOptions = { writableHighWaterMark: PART_BYTES };
const COLUMNS_MAX = 500;
const RECORD_MAX_CHARACTERS = 256 * 1024;
/** Any of them ends a row, also in one file: the parser would expect the first one everywhere. */
const LINE_ENDS = ['\r\n', '\n', '\r'];

/**
 * Stores the rows of a file while it arrives, in batches, so memory doesn't grow with the file.
 * @throws {CsvError | JsonApiError} 413, 422
 */
export async function storeFile(db: Database, jobId: number, body: Readable, format: FileFormat) {
  // An error may not destroy the body: the response is sent over the same connection.
  const chunks = body.iterator({ destroyOnReturn: false });
  const { delimiter, rows } = await openFile(chunks, format);
  const parser = parse({
    delimiter,
    record_delimiter: LINE_ENDS,
    bom: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: RECORD_MAX_CHARACTERS,
    info: true,
    ...STREAM,
  });
  const feeding = pipeline(rows, inParts, parser);
  // The loop below throws the same error.
  feeding.catch(() => undefined);
  let columns: string[] | undefined;
  let dates: ReturnType<typeof createDateFinder> | undefined;
  let batch: FileRow[] = [];
  let [total, bytes] = [0, 0];
  const flush = async () => {
    await insertRows(db, jobId, batch);
    [batch, bytes] = [[], 0];
    // The embedded database works on this thread: other requests are due.
    await nextTurn();
  };
  for await (const { record: cells, info } of parser as AsyncIterable<ParsedRow>) {
    if (cells.every((cell) => cell === '')) continue;
    if (!columns) {
      columns = readHeader(cells);
      dates = createDateFinder(format.dates === undefined ? columns : []);
      continue;
    }
    dates?.add(cells);
    // Counts blank rows, as spreadsheets do.
    const row = toFileRow(info.records + info.empty_lines - 1, cells, columns);
    batch.push(row);
    total += 1;
    bytes += row.cells?.length ?? 0;
    if (batch.length === BATCH_MAX_ROWS || bytes >= BATCH_MAX_BYTES) await flush();
  }
  await feeding;
  if (!columns) throw invalidFile('The file is empty.');
  if (batch.length > 0) await flush();
  const ignored = columns.filter((name) => name !== 'member_id' && !findColumn(name)?.write);
  const counts = {
    create: 0,
    update: 0,
    same: 0,
    invalid: 0,
    ignored_columns: ignored,
    ignored_reasons: Object.fromEntries(ignored.map((name) => [name, ignoredReason(name)])),
    ...describeFormat(format, columns, dates?.list() ?? []),
  };
  return { columns, total, summary: JSON.stringify(counts) };
}

/** What the summary says of how the cells are read. */
function describeFormat(format: FileFormat, columns: readonly string[], found: DateColumns) {
  const isOwn = isOwnExport(columns);
  const dates = format.dates ?? (isOwn ? 'month_first' : undefined);
  const hasDays = columns.some(isDayColumn);
  return {
    ...(dates === undefined || !hasDays ? {} : { dates }),
    ...(dates !== undefined || found.length === 0 ? {} : { date_columns: found }),
    ...(format.tags === undefined ? {} : { tags: format.tags }),
    ...(format.pointsReason === undefined ? {} : { points_reason: format.pointsReason }),
  };
}

/** Parts that are short enough for the parser. */
async function* inParts(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    for (let start = 0; start < chunk.length; start += PART_BYTES) {
      yield chunk.subarray(start, start + PART_BYTES);
    }
  }
}

/** @throws {JsonApiError} 422 */
function readHeader(cells: string[]): string[] {
  const columns = cells.map((cell) => {
    const name = storable(unescapeCell(cell));
    // The name of a custom attribute may end with a space.
    return findColumn(name) ? name : trimText(name);
  });
  if (!columns.includes('member_id')) throw invalidFile('The file has no column member_id.');
  if (columns.length > COLUMNS_MAX)
    throw invalidFile(`At most ${COLUMNS_MAX} columns are allowed.`);
  const repeated = columns.find((name, index) => name !== '' && columns.indexOf(name) < index);
  if (repeated !== undefined) throw invalidFile(`The column ${repeated} appears twice.`);
  return columns;
}

const invalidFile = (detail: string): JsonApiError => errorResponse(422, { detail });

export interface FileFormat {
  charset: string;
  /** Undefined if the file says. */
  delimiter: string | undefined;
  /** The order of dates such as 2/9/1990; undefined to look for it. */
  dates: DateOrder | undefined;
  tags: TagSeparator | undefined;
  pointsReason: string | undefined;
}

interface ParsedRow {
  record: string[];
  info: Info;
}

interface FileRow {
  position: number;
  member_id: string;
  /** JSON; null if there are far too many. */
  cells: string | null;
  /** JSON; null unless it is already known to be invalid. */
  reasons: string | null;
}

function toFileRow(position: number, cells: string[], columns: string[]): FileRow {
  const memberId = cells[columns.indexOf('member_id')] ?? '';
  const isRejected = cells.length > columns.length + SURPLUS_CELLS_MAX;
  return {
    position,
    member_id: toMemberId(memberId),
    cells: isRejected ? null : JSON.stringify(cells),
    reasons: isRejected ? JSON.stringify([surplusCells(cells, columns)]) : null,
  };
}

/** The member ID of a row, cut so that it can be stored. */
export function toMemberId(cell: string): string {
  return storable(trimText(unescapeCell(cell)).slice(0, MEMBER_ID_MAX_LENGTH));
}

async function insertRows(db: Database, jobId: number, batch: FileRow[]): Promise<void> {
  await db.execute(sql`
    insert into ${gatewayJobRows} (job_id, position, member_id, cells, reasons, state)
    select ${jobId}::bigint, r.position, r.member_id, r.cells, r.reasons, 'pending'
    from json_to_recordset(${JSON.stringify(batch)}::json)
      as r(position int, member_id text, cells text, reasons text)`);
}

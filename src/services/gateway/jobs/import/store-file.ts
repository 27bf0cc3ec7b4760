import { type Readable, Transform, type TransformCallback } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Info, parse } from 'csv-parse';
import { sql } from 'drizzle-orm';
import { IMPORT_MAX_BYTES } from '#contract/gateway/jobs.ts';
import { unescapeCell } from '#services/gateway/jobs/csv-cells.ts';
import { findColumn } from '#services/gateway/jobs/csv-columns.ts';
import { gatewayJobRows } from '#services/gateway/jobs/jobs-table.ts';
import type { Database } from '#services/platform/database/database.ts';
import { storable } from '#services/platform/database/storable.ts';
import { errorResponse, type JsonApiError } from '#services/platform/json-api/errors.ts';

const BATCH = 1_000;
const COLUMNS_MAX = 500;
const RECORD_MAX_CHARACTERS = 256 * 1024;
/** Any of them ends a row, also in one file: the parser would expect the first one everywhere. */
const LINE_ENDS = ['\r\n', '\n', '\r'];

/**
 * Stores the rows of a file while it arrives, in batches, so memory doesn't grow with the file.
 * @throws {CsvError | JsonApiError} 413, 422
 */
export async function storeFile(
  db: Database,
  jobId: number,
  body: Readable,
  { delimiter }: { delimiter: string },
) {
  const parser = parse({
    delimiter,
    record_delimiter: LINE_ENDS,
    bom: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: RECORD_MAX_CHARACTERS,
    info: true,
  });
  // An error may not destroy the body: the response is sent over the same connection.
  const chunks = body.iterator({ destroyOnReturn: false });
  const feeding = pipeline(chunks, limitBytes(), requireUtf8(), parser);
  // The loop below throws the same error.
  feeding.catch(() => undefined);
  let columns: string[] | undefined;
  let batch: FileRow[] = [];
  let total = 0;
  const flush = async () => {
    await insertRows(db, jobId, columns ?? [], batch);
    batch = [];
  };
  for await (const { record: cells, info } of parser as AsyncIterable<ParsedRow>) {
    if (cells.every((cell) => cell === '')) continue;
    if (!columns) {
      columns = readHeader(cells);
      continue;
    }
    // Counts blank rows, as spreadsheets do.
    batch.push({ position: info.records + info.empty_lines - 1, cells });
    total += 1;
    if (batch.length === BATCH) await flush();
  }
  await feeding;
  if (!columns) throw invalidFile('The file is empty.');
  if (batch.length > 0) await flush();
  const ignored = columns.filter((name) => name !== 'member_id' && !findColumn(name)?.write);
  const counts = { create: 0, update: 0, same: 0, invalid: 0, ignored_columns: ignored };
  return { columns, total, summary: JSON.stringify(counts) };
}

function limitBytes(): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.byteLength;
      if (bytes <= IMPORT_MAX_BYTES) return done(null, chunk);
      const megabytes = IMPORT_MAX_BYTES / 1024 / 1024;
      return done(
        errorResponse(413, { detail: `The file is too large. The limit is ${megabytes} MB.` }),
      );
    },
  });
}

/** Spreadsheets often save in another encoding, which would turn every accent into a wrong character. */
function requireUtf8(): Transform {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const decode = (done: TransformCallback, chunk?: Buffer) => {
    try {
      decoder.decode(chunk, { stream: chunk !== undefined });
      done(null, chunk);
    } catch {
      done(invalidFile('The file is not UTF-8. Save it as “CSV UTF-8”.'));
    }
  };
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) => decode(done, chunk),
    flush: (done) => decode(done),
  });
}

/** @throws {JsonApiError} 422 */
function readHeader(cells: string[]): string[] {
  const columns = cells.map((cell) => {
    const name = storable(unescapeCell(cell));
    // The name of a custom attribute may end with a space.
    return findColumn(name) ? name : name.trim();
  });
  if (!columns.includes('member_id')) throw invalidFile('The file has no column member_id.');
  if (columns.length > COLUMNS_MAX)
    throw invalidFile(`At most ${COLUMNS_MAX} columns are allowed.`);
  const repeated = columns.find((name, index) => name !== '' && columns.indexOf(name) < index);
  if (repeated !== undefined) throw invalidFile(`The column ${repeated} appears twice.`);
  return columns;
}

const invalidFile = (detail: string): JsonApiError => errorResponse(422, { detail });

interface ParsedRow {
  record: string[];
  info: Info;
}

interface FileRow {
  position: number;
  cells: string[];
}

async function insertRows(
  db: Database,
  jobId: number,
  columns: string[],
  batch: FileRow[],
): Promise<void> {
  const key = columns.indexOf('member_id');
  const list = batch.map(({ position, cells }) => ({
    position,
    member_id: storable(unescapeCell(cells[key] ?? '').slice(0, 1_000)),
    cells: JSON.stringify(cells),
  }));
  await db.execute(sql`
    insert into ${gatewayJobRows} (job_id, position, member_id, cells, state)
    select ${jobId}::bigint, r.position, r.member_id, r.cells, 'pending'
    from json_to_recordset(${JSON.stringify(list)}::json)
      as r(position int, member_id text, cells text)`);
}

import { type Readable, Transform, type TransformCallback } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CsvError, parse } from 'csv-parse';
import { eq, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import {
  CSV_DELIMITERS,
  CSV_MEDIA_TYPE,
  IMPORT_MAX_BYTES,
  importMembers,
} from '#contract/gateway/jobs.ts';
import type { GatewayDependencies } from '#services/gateway/dependencies.ts';
import { requireDirectory } from '#services/gateway/directory/directory-status.ts';
import { unescapeCell } from '#services/gateway/jobs/csv-cells.ts';
import { notifyJobs } from '#services/gateway/jobs/jobs-channel.ts';
import {
  ownerColumns,
  recordJob,
  toJobDocument,
  touched,
} from '#services/gateway/jobs/jobs-store.ts';
import { gatewayJobRows, gatewayJobs } from '#services/gateway/jobs/jobs-table.ts';
import { findColumn } from '#services/gateway/jobs/member-columns.ts';
import type { Database } from '#services/platform/database/database.ts';
import { one } from '#services/platform/database/one.ts';
import { UPLOAD_TIMEOUT_MS } from '#services/platform/http/body-timeout.ts';
import { errorResponse, type JsonApiError } from '#services/platform/json-api/errors.ts';
import { parseQuery } from '#services/platform/json-api/query.ts';

const BATCH = 1_000;
const COLUMNS_MAX = 500;
const RECORD_MAX_CHARACTERS = 256 * 1024;

/** Stores a file of members row by row, as it arrives, for the worker to check (decisions.md, 45). */
export async function importRoute(
  app: FastifyInstance,
  dependencies: GatewayDependencies,
): Promise<void> {
  const { db, clock, authorizeTeamMember } = dependencies;
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, body, done) => done(null, body));
  app.route({
    method: importMembers.method,
    url: importMembers.path,
    config: { bodyTimeoutMs: UPLOAD_TIMEOUT_MS },
    handler: async (request, reply) => {
      const { teamId, user } = await authorizeTeamMember(request, importMembers.scope ?? '');
      const mediaType = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
      if (mediaType !== CSV_MEDIA_TYPE) {
        throw errorResponse(415, { detail: `Send the file as ${CSV_MEDIA_TYPE}.` });
      }
      const { delimiter = 'comma' } = parseQuery(importMembers.query, request.query);
      await requireDirectory(dependencies, teamId);
      const created = await db
        .insert(gatewayJobs)
        .values({ ...ownerColumns({ teamId, user }, clock), kind: 'import', state: 'checking' })
        .returning();
      const { id } = one(created);
      try {
        const format = { delimiter: CSV_DELIMITERS[delimiter] };
        const file = await storeFile(db, id, request.body as Readable, format);
        const job = await db.transaction(async (tx) => {
          const [stored] = await tx
            .update(gatewayJobs)
            .set({ ...file, nextAttemptAt: clock.now(), ...touched(clock) })
            .where(eq(gatewayJobs.id, id))
            .returning();
          if (!stored) throw errorResponse(404);
          await recordJob(tx, 'job.create', stored);
          await notifyJobs(tx, teamId);
          return stored;
        });
        reply.code(importMembers.status).header('cache-control', 'no-store');
        return reply.type('application/json').send(JSON.stringify({ data: toJobDocument(job) }));
      } catch (error) {
        // Clients send the rest before they read the response.
        (request.body as Readable).resume();
        await db.delete(gatewayJobs).where(eq(gatewayJobs.id, id));
        throw toResponse(error);
      }
    },
  });
}

function toResponse(error: unknown): unknown {
  if (!(error instanceof CsvError)) return error;
  return errorResponse(422, { detail: `The file is not valid CSV: ${error.message}.` });
}

/** Rows are stored in batches, so memory doesn't grow with the file. */
async function storeFile(
  db: Database,
  jobId: number,
  body: Readable,
  { delimiter }: { delimiter: string },
) {
  const parser = parse({
    delimiter,
    bom: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: RECORD_MAX_CHARACTERS,
  });
  // An error may not destroy the body: the response is sent over the same connection.
  const chunks = body.iterator({ destroyOnReturn: false });
  const feeding = pipeline(chunks, limitBytes(), requireUtf8(), parser);
  // The loop below throws the same error.
  feeding.catch(() => undefined);
  let columns: string[] | undefined;
  let batch: string[][] = [];
  let total = 0;
  const flush = async () => {
    await insertRows(db, jobId, { columns: columns ?? [], first: total - batch.length + 1, batch });
    batch = [];
  };
  for await (const record of parser as AsyncIterable<string[]>) {
    if (!columns) {
      columns = readHeader(record);
      continue;
    }
    batch.push(record);
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
      return done(errorResponse(413, { detail: `A file may have at most ${megabytes} MB.` }));
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
  const columns = cells.map((name) =>
    unescapeCell(name.trim()).toWellFormed().replaceAll('\0', ''),
  );
  if (!columns.includes('member_id')) throw invalidFile('The file has no column member_id.');
  if (columns.length > COLUMNS_MAX)
    throw invalidFile(`At most ${COLUMNS_MAX} columns are allowed.`);
  const repeated = columns.find((name, index) => name !== '' && columns.indexOf(name) < index);
  if (repeated !== undefined) throw invalidFile(`The column ${repeated} appears twice.`);
  return columns;
}

const invalidFile = (detail: string): JsonApiError => errorResponse(422, { detail });

async function insertRows(
  db: Database,
  jobId: number,
  { columns, first, batch }: { columns: string[]; first: number; batch: string[][] },
): Promise<void> {
  const key = columns.indexOf('member_id');
  const list = batch.map((cells, index) => ({
    position: first + index,
    member_id: unescapeCell(cells[key] ?? '')
      .toWellFormed()
      .replaceAll('\0', '')
      .slice(0, 1_000),
    cells: JSON.stringify(cells),
  }));
  await db.execute(sql`
    insert into ${gatewayJobRows} (job_id, position, member_id, cells, state)
    select ${jobId}::bigint, r.position, r.member_id, r.cells, 'pending'
    from json_to_recordset(${JSON.stringify(list)}::json)
      as r(position int, member_id text, cells text)`);
}

import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { CsvError, type Info } from 'csv-parse';
import { and, eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { CSV_DELIMITERS, IMPORT_MAX_BYTES, importMembers } from '#contract/gateway/jobs.ts';
import type { GatewayDependencies } from '#services/gateway/dependencies.ts';
import { requireDirectory } from '#services/gateway/directory/directory-status.ts';
import { insertTeamJob, type JobOwner } from '#services/gateway/jobs/insert-job.ts';
import { notifyJobs } from '#services/gateway/jobs/jobs-channel.ts';
import { recordJob, toJobDocument, touched } from '#services/gateway/jobs/jobs-store.ts';
import { type GatewayJob, gatewayJobs } from '#services/gateway/jobs/jobs-table.ts';
import { deleteJobBatch } from '#services/gateway/jobs/sweep-jobs.ts';
import type { GatewayLimits } from '#services/gateway/limits.ts';
import { updateContext } from '#services/platform/context.ts';
import { UPLOAD_TIMEOUT_MS } from '#services/platform/http/body-timeout.ts';
import { errorResponse, tooManyRequests } from '#services/platform/json-api/errors.ts';
import { parseQuery } from '#services/platform/json-api/query.ts';
import { readCharset, readFileName } from './file-format.ts';
import { type FileFormat, storeFile } from './store-file.ts';

/** The wait before a rejected upload is tried again. */
const RETRY_SECONDS = 10;

/** Stores a file of members row by row, as it arrives, for the worker to check (decisions.md, 45). */
export async function importRoute(
  app: FastifyInstance,
  dependencies: GatewayDependencies,
): Promise<void> {
  const { authorizeTeamMember, limits } = dependencies;
  const slots = createUploadSlots(limits);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, body, done) => done(null, body));
  app.route({
    method: importMembers.method,
    url: importMembers.path,
    config: { bodyTimeoutMs: UPLOAD_TIMEOUT_MS, unreadMaxBytes: IMPORT_MAX_BYTES },
    handler: async (request, reply) => {
      const { teamId, user } = await authorizeTeamMember(request, importMembers);
      const charset = readCharset(request.headers['content-type']);
      const query = parseQuery(importMembers.query, request.query);
      const { delimiter, dates, tags, points_reason: pointsReason } = query;
      await requireDirectory(dependencies, teamId);
      const body = request.body as Readable;
      const release = slots.take(teamId);
      try {
        const fileName = readFileName(request.headers['content-disposition']);
        const format = {
          ...{ charset, dates, tags, pointsReason },
          delimiter: delimiter && CSV_DELIMITERS[delimiter],
        };
        const file = { body, fileName, format };
        const job = await createImport(dependencies, { teamId, user }, file);
        reply.code(importMembers.status).header('cache-control', 'no-store');
        return reply.type('application/json').send(JSON.stringify({ data: toJobDocument(job) }));
      } catch (error) {
        throw toResponse(error, request.raw);
      } finally {
        release();
      }
    },
  });
}

/** Nothing is left of a file that could not be stored whole. */
async function createImport(
  { db, clock, log }: GatewayDependencies,
  owner: JobOwner,
  { body, fileName, format }: { body: Readable; fileName: string | null; format: FileFormat },
): Promise<GatewayJob> {
  const job = { kind: 'import', state: 'checking', fileName } as const;
  const { id } = await insertTeamJob(db, clock, owner, job);
  // A large file takes minutes, in which others work.
  updateContext({ isBackground: true });
  try {
    const file = await storeFile(db, id, body, format);
    return await db.transaction(async (tx) => {
      const [stored] = await tx
        .update(gatewayJobs)
        .set({ ...file, nextAttemptAt: clock.now(), ...touched(clock) })
        .where(and(eq(gatewayJobs.id, id), eq(gatewayJobs.state, 'checking')))
        .returning();
      if (!stored) throw errorResponse(409, { detail: 'This import was canceled.' });
      await recordJob(tx, 'job.create', stored);
      await notifyJobs(tx, owner.teamId);
      return stored;
    });
  } catch (error) {
    try {
      while (await deleteJobBatch(db, id)) await nextTurn();
    } catch (cleanupError) {
      // The sweep deletes it later.
      log.warn({ err: cleanupError, jobId: id }, 'could not delete a rejected upload');
    }
    throw error;
  }
}

function toResponse(error: unknown, { destroyed, complete }: IncomingMessage): unknown {
  // No failure of ours, so it must not be logged as one; nobody reads this response.
  if (destroyed && !complete) return errorResponse(499, { detail: 'The client disconnected.' });
  if (!(error instanceof CsvError)) return error;
  const { code, records, empty_lines: emptyLines } = error as CsvError & Info;
  const problem = CSV_PROBLEMS[code] ?? `can't be read (${error.message})`;
  return errorResponse(422, {
    detail: `The file is not valid CSV: row ${records + emptyLines + 1} ${problem}.`,
  });
}

const INNER_QUOTE =
  'has a quotation mark inside a cell. Double it, and put the cell in quotation marks';
const CSV_PROBLEMS: Readonly<Record<string, string>> = {
  CSV_INVALID_CLOSING_QUOTE: INNER_QUOTE,
  INVALID_OPENING_QUOTE: INNER_QUOTE,
  CSV_QUOTE_NOT_CLOSED: 'has no closing quotation mark',
  CSV_MAX_RECORD_SIZE: 'is too long. It may have no closing quotation mark',
};

/** Bounds the uploads at the same time, of each team and of this process. */
function createUploadSlots({ uploads, teamUploads }: GatewayLimits) {
  const teams: number[] = [];
  return {
    /**
     * @returns a function that makes room for another upload
     * @throws {JsonApiError} 429, 503
     */
    take(teamId: number): () => void {
      const ofTeam = teams.filter((each) => each === teamId).length;
      if (ofTeam >= teamUploads || teams.length >= uploads) {
        if (ofTeam >= teamUploads) {
          throw tooManyRequests(
            RETRY_SECONDS,
            `Your team is already uploading ${ofTeam} files. Try again when one has finished.`,
          );
        }
        throw errorResponse(503, {
          detail: 'Too many files are being uploaded. Try again in a moment.',
          headers: { 'retry-after': String(RETRY_SECONDS) },
        });
      }
      teams.push(teamId);
      return () => void teams.splice(teams.indexOf(teamId), 1);
    },
  };
}

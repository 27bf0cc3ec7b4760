import * as z from 'zod/mini';
import { cursorListOf, cursorParameters, itemOf } from '#contract/cursor-list.ts';
import { defineEndpoint, integerParams } from '#contract/endpoint.ts';
import { idTokenParameter, strictQuery } from '#contract/json-api.ts';
import { reasonSchema } from '#contract/points/adjustment.ts';
import { correctRowsSchema, DATE_ORDERS, TAG_SEPARATORS } from './import/import-job.ts';
import {
  createJobSchema,
  JOB_ROW_OUTCOMES,
  JOB_ROW_RESULTS,
  JOB_STATES,
  jobRowSchema,
  jobSchema,
} from './job.ts';

// Paths are relative to the gateway's base URL. Errors are JSON:API documents (decisions.md, 45 and 46).

const TAG = 'Jobs';
const jobParams = integerParams(['team_id', 'job_id']);

/** An endpoint that changes the state of a job and responds with the job. */
function jobAction(id: string, verb: string) {
  return defineEndpoint({
    id,
    method: 'POST',
    path: `/teams/:team_id/jobs/:job_id/${verb}`,
    tag: TAG,
    params: jobParams,
    response: itemOf(jobSchema),
    scope: 'teams:write',
  });
}

/** More members than this are deleted only with the id_token of the caller (decisions.md, 60). */
export const DELETED_WITHOUT_ID_TOKEN_MAX = 25;
/** A deletion of more than that begins so much later, so that it can be canceled before the first member is gone. */
export const DELETION_DELAY_SECONDS = 10;

/** A team may have this many jobs that haven't ended, so that they fit into the database. */
export const OPEN_JOBS_MAX = 100;

export const createJob = defineEndpoint({
  id: 'createJob',
  method: 'POST',
  path: '/teams/:team_id/jobs',
  tag: TAG,
  query: strictQuery(idTokenParameter),
  body: createJobSchema,
  bodyMaxBytes: 1024 * 1024,
  status: 202,
  response: itemOf(jobSchema),
  scope: 'teams:write',
});

export const listJobs = defineEndpoint({
  id: 'listJobs',
  method: 'GET',
  path: '/teams/:team_id/jobs',
  tag: TAG,
  query: strictQuery({ ...cursorParameters, state: z.optional(z.enum(JOB_STATES)) }),
  response: cursorListOf(jobSchema),
  scope: 'teams:read',
});

export const getJob = defineEndpoint({
  id: 'getJob',
  method: 'GET',
  path: '/teams/:team_id/jobs/:job_id',
  tag: TAG,
  response: itemOf(jobSchema),
  scope: 'teams:read',
});

/** Starts an import that is checked. */
export const startJob = jobAction('startJob', 'start');

/** Rows that are being worked on are finished. Canceling a job that has ended changes nothing. */
export const cancelJob = jobAction('cancelJob', 'cancel');

/** Continues a job that has ended with its failed rows, and with those that it never reached. */
export const retryJob = jobAction('retryJob', 'retry');

/** Creates a job that gives each member back what the change replaced. */
export const undoJob = defineEndpoint({
  id: 'undoJob',
  method: 'POST',
  path: '/teams/:team_id/jobs/:job_id/undo',
  tag: TAG,
  status: 202,
  response: itemOf(jobSchema),
  scope: 'teams:write',
});

export const listJobRows = defineEndpoint({
  id: 'listJobRows',
  method: 'GET',
  path: '/teams/:team_id/jobs/:job_id/rows',
  tag: TAG,
  query: strictQuery({
    ...cursorParameters,
    outcome: z.optional(z.enum(JOB_ROW_OUTCOMES)),
    state: z.optional(z.enum(['pending', 'done', 'failed', 'skipped'])),
    result: z.optional(z.enum(JOB_ROW_RESULTS)),
  }),
  response: cursorListOf(jobRowSchema),
  scope: 'teams:read',
});

/** Replaces cells of a checked file, and has the whole file checked again: rows depend on each other. */
export const correctJobRows = defineEndpoint({
  id: 'correctJobRows',
  method: 'PATCH',
  path: '/teams/:team_id/jobs/:job_id/rows',
  tag: TAG,
  body: correctRowsSchema,
  bodyMaxBytes: 1024 * 1024,
  response: itemOf(jobSchema),
  scope: 'teams:write',
});

export const IMPORT_MAX_BYTES = 100 * 1024 * 1024;
export const CSV_DELIMITERS = { comma: ',', semicolon: ';', tab: '\t' } as const;
export type CsvDelimiter = keyof typeof CSV_DELIMITERS;
export const CSV_MEDIA_TYPE = 'text/csv';
/** Values of `charset` in its media type. */
export const CSV_CHARSETS = ['utf-8', 'windows-1252', 'utf-16'] as const;

/** The body is a CSV file (member-csv.ts); the response is a job that checks it. */
export const importMembers = defineEndpoint({
  id: 'importMembers',
  method: 'POST',
  path: '/teams/:team_id/jobs/import',
  tag: TAG,
  query: strictQuery({
    /** By default guessed from a `sep=` line or the header. */
    delimiter: z.optional(z.enum(['comma', 'semicolon', 'tab'])),
    /** How dates such as 2/9/1990 are read; by default found from each column. */
    dates: z.optional(z.enum(DATE_ORDERS)),
    /** What separates tags in a cell, by default the pipe. */
    tags: z.optional(z.enum(TAG_SEPARATORS)),
    /** For the points of rows that have no reason of their own. */
    points_reason: z.optional(reasonSchema),
  }),
  status: 202,
  response: itemOf(jobSchema),
  scope: 'teams:write',
});

/** The export, or every row with its outcome, as CSV. */
export const JOB_RESULT_PATH = '/teams/:team_id/jobs/:job_id/result.csv';
export const jobResultQuery = strictQuery({
  /** Only the rows that failed or are invalid. */
  rows: z.optional(z.enum(['failed'])),
});

/** Server-sent events: a job, each time it changes. */
export const JOBS_STREAM_PATH = '/teams/:team_id/jobs/stream';
export const JOBS_STREAM_EVENT = 'job';

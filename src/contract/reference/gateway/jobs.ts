import * as z from 'zod/mini';
import { jobRowSchema, jobSchema } from '#contract/gateway/job.ts';
import {
  CSV_MEDIA_TYPE,
  cancelJob,
  correctJobRows,
  createJob,
  getJob,
  importMembers,
  JOB_RESULT_PATH,
  JOBS_STREAM_EVENT,
  JOBS_STREAM_PATH,
  jobResultQuery,
  listJobRows,
  listJobs,
  retryJob,
  startJob,
  undoJob,
} from '#contract/gateway/jobs.ts';
import { noParams } from '#contract/json-api.ts';
import type {
  DescribedEndpoint,
  OperationDocumentation,
  SchemaDocumentation,
} from '#contract/reference/documentation.ts';

export const jobSchemas: Record<string, SchemaDocumentation> = {
  Job: {
    schema: jobSchema,
    description: 'Work on many members that continues without the console and survives restarts.',
  },
  JobRow: { schema: jobRowSchema, description: 'A row of a job with its outcome.' },
};

const downloadResult: DescribedEndpoint = {
  ...getJob,
  query: jobResultQuery,
  id: 'downloadJobResult',
  path: JOB_RESULT_PATH,
  responseMediaType: CSV_MEDIA_TYPE,
  response: z.string(),
};

const streamJobs: DescribedEndpoint = {
  ...listJobs,
  id: 'streamJobs',
  path: JOBS_STREAM_PATH,
  query: noParams,
  responseMediaType: 'text/event-stream',
  response: z.string(),
};

const importFile: DescribedEndpoint = {
  ...importMembers,
  body: z.string(),
  bodyMediaType: CSV_MEDIA_TYPE,
};

const needsJob = 'use the `id` of a job in a state that allows it.';

export const jobOperations: readonly OperationDocumentation[] = [
  {
    endpoint: createJob,
    summary: 'Export, change or delete many members',
    description:
      'Starts to export, change or delete the selected members. `selection` has their `ids`, or a `filter` of the ' +
      'directory; with `expected`, nothing happens if a different number matches. Points are adjusted once per ' +
      'member, in a job without other changes. A deletion of more than 25 members ' +
      'needs the id_token, and stays `queued` for ten seconds, in which it can be canceled. ' +
      'An export has the `columns` that are ' +
      'named, by default all, in the `format` `csv`, which can be imported again, or `csv_plain` for other tools: phone ' +
      'numbers in E.164, ISO dates (1904 means that the year is unknown), and no apostrophe in front of formulas, so open it in ' +
      'a spreadsheet only if you trust the values.',
    body: { data: { kind: 'export', selection: { ids: ['8a623979e544db6b7ab75be1'] } } },
    responses: {
      202: 'The job, which is queued.',
      409: "The number of matching members isn't the expected one, or the team has 100 jobs that haven't ended.",
      422: 'A value is missing or invalid.',
    },
  },
  {
    endpoint: importFile,
    summary: 'Check a file of members before importing it',
    description:
      'Takes a CSV file with a header of field names and checks it. Members are matched by `member_id`; an empty cell ' +
      'leaves the field alone. A new member is subscribed to emails only if the file says so, in ' +
      '`email_subscription_status` or `email_opt_out`; `summary.consent` counts them. A tier is its name or ID, a country ' +
      'its name or code, and `address` has all of an address in one cell. `points_adjustment` adds points or takes them ' +
      'away, once per row, and needs a reason; 0 changes nothing. `summary.warnings` has what is suspicious, such as an ' +
      'email address that another member or an earlier row has; where the program needs unique values, such a row is ' +
      'invalid. Where nothing shows whether the day or the month comes first, ' +
      '`summary.dates` is `unknown`, and the job can only be started after its rows were corrected with `dates`. Nothing ' +
      'changes before the job is started. Then, rows fail whose values were changed by others since the check; ' +
      '`summary.written` counts what was written.',
    parameters: {
      delimiter: {
        description: 'What separates the cells; by default what a line `sep=` or the header says.',
      },
      dates: {
        description: 'How dates such as `2/9/1990` are read; by default found from each column.',
      },
      tags: { description: 'What separates the tags of a cell; by default the pipe.' },
      points_reason: { description: 'The reason for the points of rows that have none.' },
    },
    body: 'member_id,first_name\nM-000003,Ada\n',
    responses: {
      202: 'The job that checks the file.',
      409: "The team has 100 jobs that haven't ended.",
      413: 'The file is larger than 100 MB.',
      422: 'The file is empty or has no `member_id`.',
      429: 'Two files of the team are arriving already.',
    },
  },
  {
    endpoint: listJobs,
    summary: 'List the jobs, newest first',
    description: 'The jobs of the team, newest first.',
    parameters: { state: { description: 'Only jobs in this state.' } },
    responses: { 200: 'A page of jobs.' },
  },
  {
    endpoint: getJob,
    summary: 'Retrieve a job and its progress',
    description: 'One job with its progress.',
    responses: { 200: 'The job.' },
    prerequisite: needsJob,
  },
  {
    endpoint: listJobRows,
    summary: 'List the rows of a job with their outcome',
    description:
      'The rows of a job: the member, what became of it and why, and the values that changed, `before` and `after`. ' +
      '`skipped` is what the request foresaw, such as a tag that the member had already.',
    parameters: {
      outcome: { description: 'Only rows that the check gave this outcome.' },
      state: { description: 'Only rows in this state.' },
      result: { description: 'Only rows with this result.' },
    },
    responses: { 200: 'A page of rows.' },
    prerequisite: needsJob,
  },
  {
    endpoint: correctJobRows,
    summary: 'Correct rows of a checked file',
    description:
      'Replaces cells of a file that is checked, by row and column, or says with `dates` how the columns whose order is unknown are read, and checks the file again. Nothing else changes before the job is started.',
    body: { data: [{ row: 2, cells: { first_name: 'Ada' } }] },
    responses: {
      200: 'The job, which checks the file again.',
      409: 'The job is not a checked import.',
      422: 'There is no such row or column.',
    },
    prerequisite: needsJob,
  },
  {
    endpoint: downloadResult,
    summary: 'Download the result of a job',
    description:
      'The exported members, or every row with its outcome. The file of an export or import is for its creator and users who can write in the team. Each download is recorded in the audit log.\n\n' +
      'The rows of a change or a deletion have `member_id`, `id`, `name`, two columns for each value that the job is about (`available_points before` and `available_points after`, empty where the row changed nothing), `outcome` and `reason`. The rows of an import have the columns of its file, `outcome` and `reason`, and can be corrected and imported again.',
    parameters: { rows: { description: 'Only the rows that failed or are invalid.' } },
    responses: {
      200: 'The file.',
      409: "The export hasn't finished, or the file is still being checked.",
    },
    prerequisite: needsJob,
  },
  {
    endpoint: startJob,
    summary: 'Start a checked import',
    description: 'Starts an import that was checked.',
    responses: { 200: 'The job.', 409: 'The job is in another state.' },
    prerequisite: needsJob,
  },
  {
    endpoint: cancelJob,
    summary: 'Stop a job',
    description:
      'Stops a job. Rows in progress are finished; stopping one that has ended changes nothing.',
    responses: { 200: 'The job.', 409: 'The job is in another state.' },
    prerequisite: needsJob,
  },
  {
    endpoint: retryJob,
    summary: 'Retry the failed rows of a job',
    description: 'Continues a job that has ended, with its failed rows and those it never reached.',
    responses: { 200: 'The job.', 409: 'The job is in another state.' },
    prerequisite: needsJob,
  },
  {
    endpoint: undoJob,
    summary: 'Undo a change of many members',
    description:
      'Starts a job that gives the members of a change back what it replaced. Tags that others added since are kept; ' +
      'a row fails if another value was changed since. An attribute that a member did not have before stays. Of an ' +
      'import, only the points are undone.',
    responses: {
      202: 'The new job, which is queued.',
      409:
        'The job has not ended, has changed nothing that can be undone, or has been undone already; or the team has ' +
        "100 jobs that haven't ended.",
    },
    prerequisite: needsJob,
  },
  {
    endpoint: streamJobs,
    summary: 'Follow the jobs',
    description: `Server-sent events named \`${JOBS_STREAM_EVENT}\`, each with a job that changed as \`data\`.`,
    responses: { 200: 'The stream. It does not end by itself.' },
    prerequisite:
      'use a client for server-sent events; this page would wait for the end of the stream.',
  },
];

import * as z from 'zod/mini';
import { parseCustomAttributes } from '#contract/loyalty/members/custom-attributes.ts';
import { EMAIL_SUBSCRIPTION_STATUSES, MEMBER_STATUSES } from '#contract/loyalty/members/member.ts';
import { openEnum } from '#contract/open-enum.ts';
import { adjustmentSchema } from '#contract/points/adjustment.ts';
import { ID_MAX_LENGTH, requiredText, text } from '#contract/text.ts';
import { directoryFilterSchema } from './filters/directory-filters.ts';
import { importSummary } from './import/import-job.ts';

export const JOB_KINDS = ['export', 'change', 'delete', 'import'] as const;
export type JobKind = (typeof JOB_KINDS)[number];

/** `csv` can be imported again, `csv_plain` is for other tools (decisions.md, 46). */
export const EXPORT_FORMATS = ['csv', 'csv_plain'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export const JOB_STATES = [
  'checking',
  'checked',
  'queued',
  'running',
  'done',
  'cancelled',
  'failed',
] as const;
export type JobState = (typeof JOB_STATES)[number];
/** Of jobs that haven't ended. */
export const OPEN_JOB_STATES = ['checking', 'checked', 'queued', 'running'] as const;

/** A filter of the directory, as it was read from the request. */
const jobFilterSchema = z.looseObject({
  q: z.optional(z.string()),
  status: z.optional(z.array(openEnum(MEMBER_STATUSES))),
  tier: z.optional(z.array(z.string())),
  tag: z.optional(z.array(z.string())),
  tag_all: z.optional(z.array(z.string())),
  tag_none: z.optional(z.array(z.string())),
  points_min: z.optional(z.int()),
  points_max: z.optional(z.int()),
  enrolled_from: z.optional(z.string()),
  enrolled_to: z.optional(z.string()),
  changed_from: z.optional(z.string()),
  changed_to: z.optional(z.string()),
  first_purchase_from: z.optional(z.string()),
  first_purchase_to: z.optional(z.string()),
  last_purchase_from: z.optional(z.string()),
  last_purchase_to: z.optional(z.string()),
  referrer: z.optional(z.string()),
});

const jobReasonSchema = z.looseObject({
  reason: z.string(),
  result: openEnum(['skipped', 'failed']),
  count: z.int(),
});
export type JobReason = z.output<typeof jobReasonSchema>;

/** Work on many members that continues without the console. */
export const jobSchema = z.looseObject({
  id: z.string(),
  kind: openEnum(JOB_KINDS),
  state: openEnum(JOB_STATES),
  /** Grows with every change: of two responses, the one with the higher revision is newer. */
  revision: z.int(),
  /** The user that it acts for. */
  created_by: z.looseObject({ id: z.string(), name: z.string() }),
  /** Of an import, where the client named it; of an export, what its file is called. */
  file_name: z.nullable(z.string()),
  created_at: z.string(),
  started_at: z.nullable(z.string()),
  ended_at: z.nullable(z.string()),
  /** Rows to work on; those of `checking` and `checked` are the rows of the file. */
  total: z.int(),
  /** Rows with an outcome, including failed ones. */
  done: z.int(),
  failed: z.int(),
  /** Rows that changed something. Null in jobs of versions that didn't count them, like the next three. */
  changed: z.optional(z.nullable(z.int())),
  /** Rows without anything to do; of an import, also those that its check left out. */
  skipped: z.optional(z.nullable(z.int())),
  /** Why rows were skipped or failed: the most frequent reasons. */
  reasons: z.optional(z.nullable(z.array(jobReasonSchema))),
  /** Whether an undo would do anything now. */
  undoable: z.optional(z.boolean()),
  /** 0 to 1. */
  progress: z.number(),
  /** Depends on the kind: the counts of an import, the change, the format of an export. */
  summary: z.looseObject({
    /** The filter that selected its members; missing if all, or some by id, were selected. */
    filter: z.optional(jobFilterSchema),
    ...importSummary,
    ignored_columns: z.optional(z.array(z.string())),
    /** Reasons by column. */
    ignored_reasons: z.optional(z.record(z.string(), z.string())),
    /** The job whose change this one undoes. */
    undo_of: z.optional(z.string()),
    /** Of an export; missing in one that can be imported again. */
    format: z.optional(openEnum(EXPORT_FORMATS)),
  }),
  /** The job that undoes this one. */
  undone_by: z.nullable(z.string()),
  /** Why it failed or has to wait; null otherwise. */
  error: z.nullable(z.string()),
});
export type Job = z.output<typeof jobSchema>;

/** Limit of a selection by ID; one by filter has none. */
export const JOB_IDS_MAX = 10_000;
const TAGS_MAX = 100;
const COLUMNS_MAX = 300;

const expected = z.optional(z.int().check(z.minimum(0)));
const selectionSchema = z
  .strictObject({
    /** `id` of members. */
    ids: z.optional(
      z
        .array(requiredText(ID_MAX_LENGTH))
        .check(z.minLength(1), z.maxLength(JOB_IDS_MAX, { error: `At most ${JOB_IDS_MAX} ids` })),
    ),
    filter: z.optional(directoryFilterSchema),
    expected,
  })
  .check(
    z.refine(({ ids, filter }) => (ids === undefined) !== (filter === undefined), {
      error: 'Must have either ids or a filter',
    }),
  );

const tags = z.optional(
  z
    .array(requiredText(ID_MAX_LENGTH))
    .check(z.minLength(1, { error: 'Must have at least one tag' }), z.maxLength(TAGS_MAX)),
);
const attributeText = text(65_536);
const attributeValue = z.union([
  attributeText,
  z.number(),
  z.array(z.union([attributeText, z.number()])),
]);
const attributes = z.record(requiredText(ID_MAX_LENGTH), attributeValue).check(
  z.refine((given) => Object.keys(given).length > 0, { error: 'Must have at least one attribute' }),
  // The rules of an update of one member.
  ({ value, issues }) => {
    const parsed = parseCustomAttributes(JSON.stringify(value));
    if (!parsed.ok) issues.push({ code: 'custom', message: parsed.reason, input: value });
  },
);
const jobChangeSchema = z
  .strictObject({
    add_tags: tags,
    remove_tags: tags,
    status: z.optional(z.enum(MEMBER_STATUSES)),
    custom_attributes: z.optional(attributes),
    subscription: z.optional(z.enum(EMAIL_SUBSCRIPTION_STATUSES)),
    /** `loyalty_tier_id` of a tier. */
    tier_id: z.optional(requiredText(ID_MAX_LENGTH)),
    points: z.optional(adjustmentSchema),
  })
  .check(
    z.refine((change) => Object.keys(change).length > 0, { error: 'Must change something' }),
    // Otherwise a member could get the points and not the rest, or the rest and not the points.
    z.refine((change) => !change.points || Object.keys(change).length === 1, {
      error: 'Points can only be adjusted by themselves',
    }),
  );
export type JobChange = z.output<typeof jobChangeSchema>;

export const createJobSchema = z.object({
  data: z.discriminatedUnion(
    'kind',
    [
      z.strictObject({
        kind: z.literal('export'),
        selection: z.optional(selectionSchema),
        /** Columns of member-csv.ts, in this order; by default all. */
        columns: z.optional(
          z.array(requiredText(ID_MAX_LENGTH)).check(z.minLength(1), z.maxLength(COLUMNS_MAX)),
        ),
        /** `csv` by default. */
        format: z.optional(z.enum(EXPORT_FORMATS)),
        expected,
      }),
      z.strictObject({
        kind: z.literal('change'),
        selection: selectionSchema,
        change: jobChangeSchema,
        expected,
      }),
      z.strictObject({ kind: z.literal('delete'), selection: selectionSchema, expected }),
    ],
    { error: 'Must be one of: export, change, delete' },
  ),
});
export type CreateJob = z.output<typeof createJobSchema>['data'];

/** What became of a row. Skipped is what the request foresaw, such as a tag that the member had already. */
export const JOB_ROW_RESULTS = ['changed', 'skipped', 'failed', 'pending'] as const;
export type JobRowResult = (typeof JOB_ROW_RESULTS)[number];

export const JOB_ROW_OUTCOMES = ['create', 'update', 'same', 'invalid'] as const;

/** A row of a job: a member, or a row of an imported file. */
export const jobRowSchema = z.looseObject({
  /** From 1; in an imported file as spreadsheets count, where the header is row 1. */
  row: z.int(),
  member_id: z.string(),
  /** Of the member; null if it has none, or nobody knows it any more. */
  name: z.optional(z.nullable(z.string())),
  /** Of an import, as checked. */
  outcome: z.nullable(openEnum(JOB_ROW_OUTCOMES)),
  state: openEnum(['pending', 'done', 'failed', 'skipped']),
  result: z.optional(openEnum(JOB_ROW_RESULTS)),
  /** The column is null if the whole row is wrong. */
  reasons: z.array(z.looseObject({ column: z.nullable(z.string()), reason: z.string() })),
  /** The cells of an imported row by column, without empty ones and ignored columns. Long ones are cut. */
  cells: z.optional(z.record(z.string(), z.string())),
  /** The member's values that the row changes, by column; those of an import as they were at the check. */
  before: z.optional(z.record(z.string(), z.string())),
  /** The same values after the row. */
  after: z.optional(z.record(z.string(), z.string())),
});
export type JobRow = z.output<typeof jobRowSchema>;

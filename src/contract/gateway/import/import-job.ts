import * as z from 'zod/mini';
import { openEnum } from '#contract/open-enum.ts';
import { ID_MAX_LENGTH, text } from '#contract/text.ts';

/** Of dates such as 2/9/1990. */
export const DATE_ORDERS = ['month_first', 'day_first'] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

/** Of tags in one cell. */
export const TAG_SEPARATORS = ['pipe', 'comma'] as const;
export type TagSeparator = (typeof TAG_SEPARATORS)[number];

const importedPoints = z.looseObject({
  members: z.int(),
  added: z.number(),
  deducted: z.number(),
});

/** What the summary of a job says about an import. */
export const importSummary = {
  create: z.optional(z.int()),
  update: z.optional(z.int()),
  same: z.optional(z.int()),
  invalid: z.optional(z.int()),
  /** Points that an import will add and deduct, by its check; missing without any. */
  points: z.optional(importedPoints),
  /** Of the new members of an import: those that the file subscribes, those that it doesn't, and those it says nothing of. */
  consent: z.optional(
    z.looseObject({ subscribed: z.int(), unsubscribed: z.int(), unknown: z.int() }),
  ),
  /** What an import has written so far; missing before it starts. */
  written: z.optional(
    z.looseObject({ create: z.int(), update: z.int(), points: z.optional(importedPoints) }),
  ),
  /** Suspicious values of a valid file, to check before the import starts. */
  warnings: z.optional(
    z.array(
      z.looseObject({
        column: z.string(),
        reason: z.string(),
        /** Number of rows with it, and the first of them. */
        count: z.int(),
        rows: z.array(z.int()),
        /** The first row with the value of each of `rows`, where an earlier row of the file has it. */
        first_rows: z.optional(z.array(z.int())),
        /** The other members that these rows are about. */
        members: z.optional(
          z.array(
            z.looseObject({
              row: z.int(),
              /** Missing in jobs of versions before 0.3.0. */
              id: z.optional(z.string()),
              member_id: z.string(),
              name: z.string(),
            }),
          ),
        ),
      }),
    ),
  ),
  /**
   * How dates of an import such as 2/9/1990 are read, as asked for or found. With `unknown`, somebody has to say it
   * before the import starts. Missing if the file has no such dates.
   */
  dates: z.optional(openEnum([...DATE_ORDERS, 'unknown'])),
  /** The columns whose order was looked for, each with a date that shows it, or one for each order. */
  date_columns: z.optional(
    z.array(
      z.looseObject({
        column: z.string(),
        order: openEnum([...DATE_ORDERS, 'unknown']),
        examples: z.array(z.string()),
      }),
    ),
  ),
  /** How an import separates the tags of a cell, if it was said. */
  tags: z.optional(openEnum(TAG_SEPARATORS)),
  /** The reason for the points of rows that have none. */
  points_reason: z.optional(z.string()),
};

const CELL_MAX_LENGTH = 65_536;
const CORRECTED_ROWS_MAX = 200;

/** Cells of a checked file to replace, by column (others stay), or the order of its dates. */
export const correctRowsSchema = z
  .object({
    data: z.optional(
      z
        .array(
          z.strictObject({
            /** As in a row of the list. */
            row: z.int().check(z.minimum(2)),
            cells: z.record(text(ID_MAX_LENGTH), text(CELL_MAX_LENGTH)),
          }),
        )
        .check(
          z.minLength(1),
          z.maxLength(CORRECTED_ROWS_MAX, { error: `At most ${CORRECTED_ROWS_MAX} rows` }),
        ),
    ),
    /** For the columns whose order was not found. */
    dates: z.optional(z.enum(DATE_ORDERS)),
  })
  .check(
    z.refine(({ data, dates }) => data !== undefined || dates !== undefined, {
      error: 'Must have rows or the order of dates',
    }),
  );
export type Corrections = z.output<typeof correctRowsSchema>;

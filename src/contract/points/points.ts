import * as z from 'zod/mini';
import { actorSchema } from '#contract/audit/audit-events.ts';
import { positiveInteger } from '#contract/json-api.ts';
import { ID_MAX_LENGTH, text } from '#contract/text.ts';

// The points history of a member and the statement of a program (decisions.md, 50 and 64). The loyalty
// service has them, and the gateway passes them to signed-in users. They are Patron's own: other loyalty
// services don't have them.

const POINT_ENTRY_KINDS = [
  'earned',
  'pending',
  'redeemed',
  'expired',
  'deducted',
  'adjusted',
] as const;

/** One change of a member's points. */
export const pointEntrySchema = z.looseObject({
  id: z.string(),
  /** ISO 8601 in UTC. */
  at: z.string(),
  kind: z.enum(POINT_ENTRY_KINDS),
  /** Negative if points are lost. Pending points are not in the balance until they are approved. */
  points: z.int(),
  /** The available points after it. */
  balance: z.int(),
  /** The activity that earned the points, with the operator's id. */
  activity: z.nullable(z.looseObject({ id: z.string(), name: z.string() })),
  /** Why they were adjusted, or what became of pending points. */
  reason: z.nullable(z.string()),
  /** Who adjusted them, as in the audit log; null for other kinds. Absent before version 0.2.0. */
  adjusted_by: z.optional(z.nullable(actorSchema)),
  /** `YYYY-MM-DD` in UTC; null if the points never expire. */
  expires_on: z.nullable(z.string()),
});
export type PointEntry = z.output<typeof pointEntrySchema>;

/** Newest first. */
export const pointEntryListSchema = z.looseObject({
  data: z.array(pointEntrySchema),
  total: z.int(),
  next_cursor: z.nullable(z.string()),
  more: z.boolean(),
});
export const pointEntryItemSchema = z.looseObject({ data: pointEntrySchema });

const COUNT_DEFAULT = 50;
const COUNT_MAX = 200;

export const pointPageParameters = {
  start_cursor: z.optional(text(ID_MAX_LENGTH)),
  count: z._default(positiveInteger(COUNT_MAX), COUNT_DEFAULT),
};

export const STATEMENT_MONTHS = 24;

/**
 * How the points of all members changed in a month: `opening` and the changes add up to `closing`, which is
 * the next month's `opening`. What was lost is negative. Deleted members' points are in it until they expire.
 */
export const monthStatementSchema = z.looseObject({
  /** In UTC, as `YYYY-MM`. */
  month: z.string(),
  opening: z.int(),
  earned: z.int(),
  redeemed: z.int(),
  expired: z.int(),
  deducted: z.int(),
  adjusted: z.int(),
  closing: z.int(),
});
export type MonthStatement = z.output<typeof monthStatementSchema>;

/** The last `STATEMENT_MONTHS` months, oldest first, the running one last. */
export const statementSchema = z.looseObject({ data: z.array(monthStatementSchema) });

/** How far back the use of activities is counted. */
export const ACTIVITY_USE_DAYS = 30;

/** How members used an activity in the last `ACTIVITY_USE_DAYS` days. */
export const activityUseSchema = z.looseObject({
  /** The operator's id. */
  activity_id: z.string(),
  /** How often members earned by it, with points that wait for approval. */
  times: z.int(),
  /** The points that became available; pending ones when they are approved. */
  points: z.int(),
});
export type ActivityUse = z.output<typeof activityUseSchema>;

/** Activities that nobody used are not in it. */
export const activityUseListSchema = z.looseObject({ data: z.array(activityUseSchema) });

/** Of the latest members who earned by an activity. */
export const ACTIVITY_MEMBERS_MAX = 10;

/** How members used one activity in the last `ACTIVITY_USE_DAYS` days. */
export const activityUseDetailsSchema = z.looseObject({
  /** All days in UTC, as `YYYY-MM-DD`, oldest first. */
  days: z.array(z.looseObject({ day: z.string(), times: z.int(), points: z.int() })),
  /** Who earned by it last, newest first, at most `ACTIVITY_MEMBERS_MAX`. */
  members: z.array(
    z.looseObject({
      id: z.string(),
      member_id: z.string(),
      /** Null if neither name is known. */
      name: z.nullable(z.string()),
      points: z.int(),
      /** Whether the points wait for approval, or waited for it. */
      needs_approval: z.boolean(),
      at: z.string(),
    }),
  ),
});
export type ActivityUseDetails = z.output<typeof activityUseDetailsSchema>;

export const activityUseItemSchema = z.looseObject({ data: activityUseDetailsSchema });

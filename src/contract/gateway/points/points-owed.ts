import * as z from 'zod/mini';
import { itemOf } from '#contract/cursor-list.ts';
import { defineEndpoint } from '#contract/endpoint.ts';
import { directoryStatusSchema } from '#contract/gateway/directory.ts';
import { directoryFilterSchema } from '#contract/gateway/filters/directory-filters.ts';
import { monthStatementSchema } from '#contract/points/points.ts';
import { requiredText } from '#contract/text.ts';

// What a program owes its members (decisions.md, 64). Paths are relative to the gateway's base URL.

/** The cost of a point to the brand, for display only: no figure depends on it. */
export const pointValueSchema = z.looseObject({
  /** In the currency's main unit. */
  amount: z.number(),
  /** ISO 4217. */
  currency: z.string(),
});
export type PointValue = z.output<typeof pointValueSchema>;

const sumsOfMembers = {
  /** Everything below is a part of it, except for pending points. */
  available: z.int(),
  pending: z.int(),
  /**
   * This UTC month as `YYYY-MM` and the following ones, `OWED_MONTHS` in all. Points whose day has passed
   * are in the first, until the service takes them away.
   */
  expiring: z.array(z.looseObject({ month: z.string(), points: z.int(), members: z.int() })),
  /** They expire after the last of these months. */
  later: z.int(),
  without_expiry: z.int(),
  /** Of all points that the members earned, the part that expired: 0 to 1; null if they earned none. */
  expired_share: z.nullable(z.number()),
};
export type PointSums = z.output<z.ZodMiniObject<typeof sumsOfMembers>>;

export const pointsOwedSchema = z.looseObject({
  ...sumsOfMembers,
  point_value: z.nullable(pointValueSchema),
  /**
   * Of the whole program, oldest month first; absent if the loyalty service isn't Patron's, null if it
   * couldn't be read.
   */
  statement: z.optional(z.nullable(z.array(monthStatementSchema))),
});
export type PointsOwed = z.output<typeof pointsOwedSchema>;

const PATH = '/teams/:team_id/directory/points-owed';
const TAG = 'Member directory';

export const getPointsOwed = defineEndpoint({
  id: 'getPointsOwed',
  isAggregate: true,
  method: 'GET',
  path: PATH,
  tag: TAG,
  query: directoryFilterSchema,
  response: z.looseObject({ data: pointsOwedSchema, directory: directoryStatusSchema }),
  scope: 'teams:read',
});

/** The months of `expiring`, with the same filters, and the statement, as CSV. */
export const POINTS_OWED_CSV_PATH = `${PATH}.csv`;
export const POINTS_STATEMENT_CSV_PATH = `${PATH}/statement.csv`;

const AMOUNT_MAX = 1_000_000;
const NO_AMOUNT = { error: `Must be a number from 0 to ${AMOUNT_MAX}` };

export const setPointValue = defineEndpoint({
  id: 'setPointValue',
  method: 'PATCH',
  path: '/teams/:team_id/directory/point-value',
  tag: TAG,
  body: z.object({
    amount: z.number(NO_AMOUNT).check(z.minimum(0, NO_AMOUNT), z.maximum(AMOUNT_MAX, NO_AMOUNT)),
    currency: requiredText(3).check(
      z.regex(/^[A-Z]{3}$/, { error: 'Must be a currency code such as USD' }),
    ),
  }),
  bodyMaxBytes: 4 * 1024,
  response: itemOf(pointValueSchema),
  scope: 'teams:write',
});

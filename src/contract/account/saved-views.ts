import * as z from 'zod/mini';
import { cursorListOf, cursorParameters, itemOf } from '#contract/cursor-list.ts';
import { defineEndpoint } from '#contract/endpoint.ts';
import { strictQuery } from '#contract/json-api.ts';
import { oneLineText } from '#contract/one-line-text.ts';
import { openEnum } from '#contract/open-enum.ts';
import { text } from '#contract/text.ts';

/** Views that a user can have in a team. */
export const SAVED_VIEWS_MAX = 50;
export const VIEW_NAME_MAX_LENGTH = 60;
const SEARCH_MAX_LENGTH = 4096;
const COLUMNS_MAX = 50;
/** Long enough for a custom attribute. */
const COLUMN_MAX_LENGTH = 300;
const COLUMN_MAX_WIDTH = 2_000;

/** A named view of the members list of a team, of one user, who may share it with the team. */
export const savedViewSchema = z.looseObject({
  id: z.string(),
  /** Unique for the user and the team, whatever its case. */
  name: z.string(),
  /** Filters and order, as in the query string of the list. */
  search: z.string(),
  /** How the list is displayed; null if the view doesn't change that. */
  display: z.nullable(
    z.looseObject({
      /** The ids of the columns beside the name, in their order; replaces `hidden`. */
      columns: z.optional(z.array(z.string())),
      /** The ids of columns; without both, the default ones are hidden. */
      hidden: z.optional(z.array(z.string())),
      /** In pixels, where the user chose one. */
      widths: z.optional(z.array(z.looseObject({ column: z.string(), width: z.number() }))),
      density: z.optional(openEnum(['normal', 'compact'])),
    }),
  ),
  /** Whether the whole team has it; absent from an older service, which shares none. */
  shared: z.optional(z.boolean()),
  /** The user who shared it; absent if it is the caller's own. */
  owner: z.optional(z.looseObject({ id: z.string(), name: z.string() })),
});

function columnIds() {
  return z.optional(z.array(text(COLUMN_MAX_LENGTH)).check(z.maxLength(COLUMNS_MAX)));
}
const nameSchema = oneLineText(VIEW_NAME_MAX_LENGTH, 'Enter a name');
const searchSchema = text(SEARCH_MAX_LENGTH).check(
  z.regex(/^[!-~]*$/, { error: 'Must be a query string in URL encoding' }),
);
const displaySchema = z.nullable(
  z.object({
    columns: columnIds(),
    hidden: columnIds(),
    widths: z.optional(
      z
        .array(
          z.object({
            column: text(COLUMN_MAX_LENGTH),
            width: z.int().check(z.minimum(1), z.maximum(COLUMN_MAX_WIDTH)),
          }),
        )
        .check(z.maxLength(COLUMNS_MAX)),
    ),
    density: z.optional(z.enum(['normal', 'compact'])),
  }),
);
export type SavedViewDisplay = z.output<typeof displaySchema>;

const viewResponse = itemOf(savedViewSchema);

export const listSavedViews = defineEndpoint({
  id: 'listSavedViews',
  method: 'GET',
  path: '/teams/:team_id/views',
  tag: 'Account',
  query: strictQuery(cursorParameters),
  response: cursorListOf(savedViewSchema),
  scope: 'identity',
  firstParty: true,
});

export const createSavedView = defineEndpoint({
  id: 'createSavedView',
  method: 'POST',
  path: '/teams/:team_id/views',
  tag: 'Account',
  body: z.object({
    name: nameSchema,
    search: searchSchema,
    display: displaySchema,
    shared: z.optional(z.boolean()),
  }),
  bodyMaxBytes: 160 * 1024,
  status: 201,
  response: viewResponse,
  scope: 'identity:write',
  firstParty: true,
});

export const updateSavedView = defineEndpoint({
  id: 'updateSavedView',
  method: 'PATCH',
  path: '/teams/:team_id/views/:view_id',
  tag: 'Account',
  body: z.object({
    name: z.optional(nameSchema),
    search: z.optional(searchSchema),
    display: z.optional(displaySchema),
    shared: z.optional(z.boolean()),
  }),
  bodyMaxBytes: 160 * 1024,
  response: viewResponse,
  scope: 'identity:write',
  firstParty: true,
});

export const deleteSavedView = defineEndpoint({
  id: 'deleteSavedView',
  method: 'DELETE',
  path: '/teams/:team_id/views/:view_id',
  tag: 'Account',
  scope: 'identity:write',
  firstParty: true,
});

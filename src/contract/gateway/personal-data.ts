import * as z from 'zod/mini';
import { defineEndpoint, integerParams } from '#contract/endpoint.ts';
import { idTokenParameter, strictQuery, timestampSchema } from '#contract/json-api.ts';
import { openEnum } from '#contract/open-enum.ts';
import { ID_MAX_LENGTH, requiredText, text } from '#contract/text.ts';

// Announced as `extensions.personal_data` (decisions.md, 63).

const TAG = 'Personal data';
const PATH = '/teams/:team_id/personal-data/:member_id';
/** The operator's id of the member. */
const params = z.extend(integerParams(['team_id']), { member_id: requiredText(ID_MAX_LENGTH) });

/** The most entries of a section in the document. */
export const SECTION_ENTRIES_MAX = 1_000;

/** What is kept about a member, by where it is kept. */
export const personalDataSchema = z.looseObject({
  member_id: z.string(),
  as_of: timestampSchema,
  sections: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
  /** False if a section has more entries; the admin command prints all of them. */
  complete: z.optional(z.boolean()),
});
export type PersonalData = z.output<typeof personalDataSchema>;

/** The result of an erasure, without personal data. */
export const erasureSchema = z.looseObject({
  receipt: z.string(),
  state: openEnum(['running', 'done']),
  requested_at: timestampSchema,
  erased_at: z.nullable(timestampSchema),
  /** Erased entries by section. */
  erased: z.record(z.string(), z.int()),
  /** Sentences about what is not erased. */
  remaining: z.array(z.string()),
  /** Texts elsewhere that named the member; null until they are counted, or if nobody asked for the erasure. */
  mentions: z.optional(z.nullable(z.int())),
});
export type Erasure = z.output<typeof erasureSchema>;

export const getPersonalData = defineEndpoint({
  id: 'getPersonalData',
  method: 'GET',
  path: PATH,
  tag: TAG,
  params,
  response: z.looseObject({ data: personalDataSchema }),
  scope: 'teams:read',
  firstParty: true,
});

export const erasePersonalData = defineEndpoint({
  id: 'erasePersonalData',
  method: 'POST',
  path: `${PATH}/erase`,
  tag: TAG,
  params,
  query: strictQuery(idTokenParameter),
  status: 202,
  response: z.looseObject({ data: erasureSchema }),
  scope: 'teams:write',
  stepUp: true,
  firstParty: true,
});

/** The most mentions that are listed. */
export const MENTIONS_MAX = 100;

const MENTION_KINDS = [
  'points_reason',
  'attribute',
  'saved_view',
  'file_name',
  'job',
  'request',
  'audit_event',
] as const;
export type MentionKind = (typeof MENTION_KINDS)[number];

/** A text that isn't about the member, but names its ID or email address. */
export const mentionSchema = z.looseObject({
  kind: openEnum(MENTION_KINDS),
  id: z.string(),
  /** The path of its page in the console. */
  link: z.string(),
  /** The text, or the part around the name. */
  text: z.string(),
  /** Whether it is Patron's, and not another vendor's. */
  removable: z.boolean(),
});
export type Mention = z.output<typeof mentionSchema>;

export const mentionsSchema = z.looseObject({
  data: z.array(mentionSchema),
  /** False if there are more, or if the search took too long. */
  complete: z.boolean(),
});
export type Mentions = z.output<typeof mentionsSchema>;

export const listMentions = defineEndpoint({
  id: 'listMentions',
  method: 'GET',
  path: `${PATH}/mentions`,
  tag: TAG,
  params,
  response: mentionsSchema,
  scope: 'teams:read',
  firstParty: true,
});

export const removeMention = defineEndpoint({
  id: 'removeMention',
  method: 'DELETE',
  path: `${PATH}/mentions/:mention`,
  tag: TAG,
  params: z.extend(params, { mention: requiredText(2 * ID_MAX_LENGTH) }),
  query: strictQuery(idTokenParameter),
  scope: 'teams:write',
  stepUp: true,
  firstParty: true,
});

export const getErasure = defineEndpoint({
  id: 'getErasure',
  method: 'GET',
  path: '/teams/:team_id/erasures/:receipt',
  tag: TAG,
  params: z.extend(integerParams(['team_id']), { receipt: text(ID_MAX_LENGTH) }),
  response: z.looseObject({ data: erasureSchema }),
  scope: 'teams:read',
  firstParty: true,
});

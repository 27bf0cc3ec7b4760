import * as z from 'zod/mini';
import { definePublishedEndpoint } from '#contract/endpoint.ts';
import {
  createDocument,
  documentOf,
  errorDocumentSchema,
  filterParameters,
  idTokenParameter,
  includeParameter,
  pageOf,
  pageParameters,
  resourceLinksSchema,
  sortParameter,
  strictQuery,
  timestampSchema,
  toMany,
} from '#contract/json-api.ts';
import { openEnum } from '#contract/open-enum.ts';
import type { ReadOf } from '#contract/readers/reader-types.ts';
import { ID_MAX_LENGTH, requiredText, text, URL_MAX_LENGTH } from '#contract/text.ts';

export const ACCOUNT_SORT_KEYS = [
  'id',
  'name',
  'username',
  'created_at',
  'updated_at',
  'followers_count',
  'expires_at',
] as const;

export const ACCOUNT_FILTERS = [
  'type',
  'external_id',
  'username',
  'name',
  'site',
  'capabilities',
] as const;

const includeFeedsAndSubaccounts = includeParameter(['social_feeds', 'subaccounts']);

export const accountSchema = z.looseObject({
  id: z.string(),
  type: z.literal('account'),
  attributes: z.looseObject({
    /** The account's id at the third party. */
    external_id: z.string(),
    /** Sent by some services; ours sends `meta.account_type` (decisions.md, 4 and 56). */
    type: z.optional(z.string()),
    name: z.string(),
    username: z.string(),
    image_url: z.nullable(z.string()),
    site: z.nullable(z.string()),
    /** Null if it doesn't expire. Other services may leave it out. */
    expires_at: z.optional(z.nullable(timestampSchema)),
    capabilities: z.array(openEnum(['ingest', 'compose'])),
    meta: z.optional(z.unknown()),
    followers_count: z.int(),
    follows_count: z.int(),
    media_count: z.int(),
    likes_count: z.nullable(z.int()),
    created_at: timestampSchema,
    updated_at: timestampSchema,
  }),
  relationships: z.optional(
    z.looseObject({
      social_feeds: z.optional(toMany(z.looseObject({ count: z.int() }))),
      subaccounts: z.optional(toMany(z.looseObject({ included: z.boolean() }))),
    }),
  ),
  links: z.optional(resourceLinksSchema),
  /** The specification has no attribute for the type, so it is sent here (decisions.md, 4). */
  meta: z.optional(z.looseObject({ account_type: z.optional(z.string()) })),
});
export type Account = ReadOf<typeof accountSchema>;
/** An account as our service sends it. */
export type SentAccount = z.output<typeof accountSchema>;

/**
 * A part of an account at the third party, such as a page or a channel, in `included`. The
 * specification doesn't list the attributes, so a service may omit any of them.
 */
export const subaccountSchema = z.looseObject({
  id: z.string(),
  type: z.literal('subaccount'),
  attributes: z.looseObject({
    external_id: z.optional(z.string()),
    name: z.optional(z.string()),
    created_at: z.optional(timestampSchema),
    updated_at: z.optional(timestampSchema),
  }),
});
export type SentSubaccount = z.output<typeof subaccountSchema>;

/** The service decides which of them a type requires or rejects (advocacy.md, NewAccount). */
export const newAccountAttributesSchema = z.object({
  type: requiredText(64),
  access_token: z.optional(z.nullable(text(4096))),
  /** Long enough for a private key. */
  secret: z.optional(z.nullable(text(16_384))),
  site: z.optional(z.nullable(text(URL_MAX_LENGTH))),
});
export type NewAccountAttributes = z.output<typeof newAccountAttributesSchema>;

/** The third party's consent page, to send the user to. */
export const redirectSchema = z.looseObject({
  id: z.string(),
  type: z.literal('redirect'),
  attributes: z.looseObject({ url: z.string() }),
});
/**
 * The result that the callback page returns, as a JSON string through `postMessage` or in Base64 in
 * the `data` query parameter (Rules for /edit and /new, 2 and 3): a response body and its status.
 */
export const connectMessageSchema = z.looseObject({
  type: z.enum(['account_new', 'account_edit']),
  data: z.union([errorDocumentSchema, documentOf(accountSchema)]),
  status: z.int(),
});
export type ConnectMessage = z.output<typeof connectMessageSchema>;

/** Recipient of the result; `redirect_uri` wins over `origin`. The service rejects wrong ones with 422. */
const connectParameters = {
  origin: z.optional(text(URL_MAX_LENGTH)),
  redirect_uri: z.optional(text(URL_MAX_LENGTH)),
  ...idTokenParameter,
};

export const listAccounts = definePublishedEndpoint({
  id: 'listAccounts',
  method: 'GET',
  path: '/v2/teams/:team_id/accounts',
  tag: 'Accounts',
  query: strictQuery({
    ...includeFeedsAndSubaccounts,
    ...filterParameters(ACCOUNT_FILTERS),
    ...sortParameter(ACCOUNT_SORT_KEYS, '-id'),
    ...pageParameters,
    ...idTokenParameter,
  }),
  response: pageOf(accountSchema),
  scope: 'accounts:read',
});

export const getAccount = definePublishedEndpoint({
  id: 'getAccount',
  method: 'GET',
  path: '/v2/teams/:team_id/accounts/:account_id',
  tag: 'Accounts',
  query: strictQuery({ ...includeFeedsAndSubaccounts, ...idTokenParameter }),
  response: documentOf(accountSchema),
  scope: 'accounts:read',
});

export const createAccount = definePublishedEndpoint({
  id: 'createAccount',
  method: 'POST',
  path: '/v2/teams/:team_id/accounts',
  tag: 'Accounts',
  body: createDocument('account', newAccountAttributesSchema),
  bodyMaxBytes: 96 * 1024,
  status: 201,
  response: documentOf(accountSchema),
  scope: 'accounts:write',
});

/** 403 also when a social feed uses the account. */
export const deleteAccount = definePublishedEndpoint({
  id: 'deleteAccount',
  method: 'DELETE',
  path: '/v2/teams/:team_id/accounts/:account_id',
  tag: 'Accounts',
  scope: 'accounts:write',
});

export const newAccountRedirect = definePublishedEndpoint({
  id: 'newAccountRedirect',
  method: 'GET',
  path: '/v2/teams/:team_id/accounts/new',
  tag: 'Accounts',
  query: strictQuery({
    /** The account type. Optional here because the service responds 422 without it. */
    type: z.optional(text(ID_MAX_LENGTH)),
    site: z.optional(text(URL_MAX_LENGTH)),
    /** An alias of `site` (Rules for /edit and /new, 4). */
    shop: z.optional(text(URL_MAX_LENGTH)),
    ...connectParameters,
  }),
  response: documentOf(redirectSchema),
  scope: 'accounts:write',
});

/** 422 also for an account that was connected with credentials. */
export const editAccountRedirect = definePublishedEndpoint({
  id: 'editAccountRedirect',
  method: 'GET',
  path: '/v2/teams/:team_id/accounts/:account_id/edit',
  tag: 'Accounts',
  query: strictQuery(connectParameters),
  response: documentOf(redirectSchema),
  scope: 'accounts:write',
});

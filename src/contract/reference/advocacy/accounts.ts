import {
  accountSchema,
  createAccount,
  deleteAccount,
  editAccountRedirect,
  getAccount,
  listAccounts,
  newAccountAttributesSchema,
  newAccountRedirect,
  redirectSchema,
  subaccountSchema,
} from '#contract/advocacy/accounts.ts';
import type {
  OperationDocumentation,
  ParameterDocumentation,
  SchemaDocumentation,
} from '#contract/reference/documentation.ts';

export const accountSchemas: Record<string, SchemaDocumentation> = {
  Account: {
    schema: accountSchema,
    description:
      'A social, shop or file account that a team collects content from. Credentials are never returned. ' +
      '`meta.account_type` is the type, for example `instagram`.',
    example: {
      id: '9',
      type: 'account',
      attributes: {
        external_id: '17841400000000009',
        name: 'Northwind',
        username: 'northwind',
        image_url: null,
        site: null,
        expires_at: '2026-12-24T08:00:00.000Z',
        capabilities: ['ingest', 'compose'],
        meta: {},
        followers_count: 18450,
        follows_count: 312,
        media_count: 940,
        likes_count: null,
        created_at: '2025-06-08T08:00:00.000Z',
        updated_at: '2025-06-10T08:00:00.000Z',
      },
      meta: { account_type: 'instagram' },
    },
  },
  NewAccount: {
    schema: newAccountAttributesSchema,
    description:
      'An account that is connected with credentials. The type decides which attributes are required; `sftp` takes ' +
      'all of them.',
  },
  Subaccount: {
    schema: subaccountSchema,
    description:
      'A part of an account at the third party, such as a page or a channel. Only in `included`.',
  },
  Redirect: {
    schema: redirectSchema,
    description: "The third party's authorization page.",
  },
};

const anyOf = (what: string) => `Only accounts with this ${what}. Separate several with commas.`;

const filters: Record<string, Partial<ParameterDocumentation>> = {
  'filter[type]': { description: anyOf('type') },
  'filter[external_id]': { description: anyOf('id at the third party') },
  'filter[username]': { description: anyOf('user name') },
  'filter[name]': { description: anyOf('name') },
  'filter[site]': { description: anyOf('site') },
  'filter[capabilities]': {
    description: 'Only accounts with one of these capabilities: `ingest`, `compose`.',
  },
};

const connectParameters: Record<string, Partial<ParameterDocumentation>> = {
  origin: {
    description:
      'Origin of the page that opens the popup. The callback page posts the result there: a JSON string with `type` ' +
      '(`account_new` or `account_edit`), `data` (the account or `errors`) and `status`.',
  },
  redirect_uri: {
    description:
      'Where to send the user with the same JSON message in Base64 as the query parameter `data`. Takes precedence ' +
      'over `origin`.',
  },
};

const inUse = 'The scope or the role is missing, or a social feed uses the account.';
const connected =
  'A parameter is missing or invalid, or the account is connected with credentials.';

export const accountOperations: readonly OperationDocumentation[] = [
  {
    endpoint: listAccounts,
    summary: "List the team's connected accounts",
    description:
      "The team's accounts, newest first unless `sort` says otherwise. Filters combine with AND and compare exactly.",
    parameters: {
      ...filters,
      sort: { description: 'Attributes to sort by, in this order; `-` for descending.' },
    },
    responses: { 200: 'A page of accounts.' },
  },
  {
    endpoint: getAccount,
    summary: 'Retrieve an account',
    description: 'One account of the team.',
    parameters: { account_id: { example: 9 } },
    responses: { 200: 'The account.' },
  },
  {
    endpoint: createAccount,
    summary: 'Connect an account with credentials',
    description:
      'Connects an account with credentials, such as a feed of files. Accounts of networks are connected by their ' +
      'users: see *Start connecting an account*.',
    body: {
      data: {
        type: 'account',
        attributes: {
          type: 'sftp',
          access_token: 'photos',
          secret: 'a password or private key',
          site: 'sftp://files.example.com/photos',
        },
      },
    },
    responses: {
      201: 'The connected account.',
      422: 'An attribute is missing, invalid or not allowed for the type, or the account is already connected.',
    },
  },
  {
    endpoint: deleteAccount,
    summary: 'Delete an account',
    description:
      'Disconnects an account and deletes its credentials. Accounts that a social feed uses are kept.',
    parameters: { account_id: { example: 2 } },
    responses: { 204: 'Deleted.', 403: inUse },
  },
  {
    endpoint: newAccountRedirect,
    summary: 'Start connecting an account at a third party',
    description:
      "Returns the third party's authorization page for the user to open, usually in a popup. When the user agrees, " +
      'the account is created and the result goes to `redirect_uri` or `origin`.',
    parameters: {
      ...connectParameters,
      type: {
        description: 'The account type, for example `instagram`. Required.',
        example: 'instagram',
      },
      site: {
        description: 'The shop, `<name>.myshopify.com`. Required for `shopify`, and only for it.',
      },
      shop: { description: 'Another name of `site`.', deprecated: true },
    },
    responses: { 200: 'Where to send the user.', 422: connected },
  },
  {
    endpoint: editAccountRedirect,
    summary: 'Start reauthorizing an account at its third party',
    description:
      'Like *Start connecting an account*, for an account that exists. The user has to authorize the same account ' +
      'at the third party.',
    parameters: { ...connectParameters, account_id: { example: 9 } },
    responses: { 200: 'Where to send the user.', 422: connected },
  },
];

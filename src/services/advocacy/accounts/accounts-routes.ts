import type { FastifyInstance } from 'fastify';
import {
  createAccount,
  deleteAccount,
  getAccount,
  listAccounts,
  type NewAccountAttributes,
  type SentAccount,
} from '#contract/advocacy/accounts.ts';
import type { ErrorObject } from '#contract/json-api.ts';
import { authorizeTeamMember } from '#services/advocacy/authorization.ts';
import {
  forbidden,
  invalidAttribute,
  JsonApiError,
  notFound,
} from '#services/platform/json-api/errors.ts';
import { loadIncluded } from '#services/platform/json-api/included.ts';
import { pageLinks } from '#services/platform/json-api/links.ts';
import { registerOperation } from '#services/platform/json-api/operation.ts';
import { toAccount } from './account-document.ts';
import { accountLoaders, toAccounts } from './account-resources.ts';
import type {
  AccountsDependencies,
  AccountTypes,
  CredentialsAccountType,
} from './account-types.ts';
import { listTeamAccounts } from './accounts-list.ts';
import { insertAccount, type NewAccount, removeAccount } from './accounts-store.ts';
import type { AccountRow } from './accounts-table.ts';
import { authorizeAccount } from './authorize-account.ts';

/** Accounts: list, show, connect with credentials, delete (advocacy.md, Accounts). */
export function accountsRoutes(app: FastifyInstance, dependencies: AccountsDependencies): void {
  const { db, baseUrl, accountTypes } = dependencies;

  const toDocument = async (row: AccountRow, include?: readonly string[]) => {
    const resources = await toAccounts({ db, baseUrl }, [row], include);
    const data = resources[0] as SentAccount;
    if (!include) return { data };
    const loaders = accountLoaders(dependencies, row.teamId);
    return { data, included: await loadIncluded(resources, include, loaders) };
  };

  registerOperation(app, listAccounts, {
    authorize: (request) => authorizeTeamMember(dependencies, listAccounts, request),
    async handle({ query, authorized: { teamId }, request }) {
      const { rows, total } = await listTeamAccounts(db, teamId, query);
      const options = { baseUrl, includesSubaccounts: query.include?.includes('subaccounts') };
      const data = rows.map(({ account, ...ids }) => toAccount(account, ids, options));
      const selfUrl = new URL(request.originalUrl, baseUrl).href;
      const page = { number: query['page[number]'], size: query['page[size]'], total };
      const document = { data, links: pageLinks(selfUrl, page), meta: { total } };
      if (!query.include) return document;
      const loaders = accountLoaders(dependencies, teamId);
      return { ...document, included: await loadIncluded(data, query.include, loaders) };
    },
  });

  registerOperation(app, getAccount, {
    authorize: (request) => authorizeAccount(dependencies, getAccount, request),
    handle: ({ query, authorized: { account } }) => toDocument(account, query.include),
  });

  registerOperation(app, createAccount, {
    authorize: (request) => authorizeTeamMember(dependencies, createAccount, request),
    async handle({ body, authorized: { teamId } }) {
      const account = toNewAccount(accountTypes, body.data.attributes);
      const row = await insertAccount(dependencies, teamId, account);
      if (!row) {
        throw invalidAttribute('access_token', 'This account is already connected.');
      }
      return toDocument(row);
    },
  });

  registerOperation(app, deleteAccount, {
    authorize: (request) => authorizeAccount(dependencies, deleteAccount, request),
    async handle({ authorized: { account } }) {
      const outcome = await removeAccount(dependencies, account);
      if (outcome === 'absent') throw notFound();
      if (outcome === 'in use') {
        throw forbidden('A social feed uses this account.');
      }
      return undefined;
    },
  });
}

const CREDENTIALS = ['access_token', 'secret', 'site'] as const;

/**
 * Validates the attributes that the account's type requires or forbids (advocacy.md, NewAccount).
 * @throws {JsonApiError} 422 with one error per invalid attribute
 */
function toNewAccount(types: AccountTypes, attributes: NewAccountAttributes): NewAccount {
  const type = types.get(attributes.type);
  if (!type) throw invalidAttribute('type', 'Accounts of this type cannot be connected.');
  if (type.connect === 'authorize') {
    throw invalidAttribute('type', `Connect ${type.label} accounts on ${type.label}'s own page.`);
  }
  const errors = CREDENTIALS.flatMap((name) => checkCredential(type, name, attributes[name]));
  if (errors.length > 0) throw new JsonApiError(422, errors);
  const credentials = CREDENTIALS.flatMap((name) => {
    const value = attributes[name];
    return value === undefined || value === null ? [] : [[name, value] as const];
  });
  return type.toAccount(Object.fromEntries(credentials));
}

function checkCredential(
  { label, fields }: CredentialsAccountType,
  name: (typeof CREDENTIALS)[number],
  value: string | null | undefined,
): ErrorObject[] {
  const field = fields.find((candidate) => candidate.name === name);
  const isPresent = value !== undefined && value !== null;
  if (!field && isPresent) {
    return invalidAttribute(name, `${label} accounts don't use this. Leave it out.`).errors;
  }
  if (field?.required && !value) return invalidAttribute(name, 'Required.').errors;
  return [];
}

import type { FastifyInstance } from 'fastify';
import {
  type Account,
  createAccount,
  deleteAccount,
  getAccount,
  listAccounts,
} from '#contract/advocacy/accounts.ts';
import { authorizeTeamMember } from '#services/advocacy/authorization.ts';
import type { AdvocacyDependencies } from '#services/advocacy/dependencies.ts';
import { forbidden, invalidAttribute, notFound } from '#services/platform/json-api/errors.ts';
import { loadIncluded } from '#services/platform/json-api/included.ts';
import { pageLinks } from '#services/platform/json-api/links.ts';
import { registerOperation } from '#services/platform/json-api/operation.ts';
import { accountLoaders } from './account-loaders.ts';
import { toAccounts } from './account-resources.ts';
import { listTeamAccounts } from './accounts-list.ts';
import { insertAccount, removeAccount } from './accounts-store.ts';
import type { AccountRow } from './accounts-table.ts';
import { authorizeAccount } from './authorize-account.ts';
import { readNewAccount } from './new-account.ts';

/** Accounts: list, show, connect with credentials, delete (advocacy.md, Accounts). */
export function accountsRoutes(app: FastifyInstance, dependencies: AdvocacyDependencies): void {
  const { db, baseUrl, accountTypes } = dependencies;

  const toDocument = async (row: AccountRow, include?: readonly string[]) => {
    const resources = await toAccounts({ db, baseUrl }, [row], include);
    const data = resources[0] as Account;
    if (!include) return { data };
    const loaders = accountLoaders(dependencies, row.teamId);
    return { data, included: await loadIncluded(resources, include, loaders) };
  };

  registerOperation(app, listAccounts, {
    authorize: (request) => authorizeTeamMember(dependencies, listAccounts, request),
    async handle({ query, authorized: { teamId }, request }) {
      const { rows, total } = await listTeamAccounts(db, teamId, query);
      const data = await toAccounts({ db, baseUrl }, rows, query.include);
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
      const account = readNewAccount(accountTypes, body.data.attributes);
      const row = await insertAccount(dependencies, teamId, account);
      if (!row) {
        throw invalidAttribute('access_token', 'This account is connected to the team already.');
      }
      return toDocument(row);
    },
  });

  registerOperation(app, deleteAccount, {
    authorize: (request) => authorizeAccount(dependencies, deleteAccount, request),
    async handle({ authorized: { account } }) {
      const outcome = await removeAccount(db, account);
      if (outcome === 'absent') throw notFound();
      if (outcome === 'in use') {
        throw forbidden('A social feed uses this account; delete the feed first.');
      }
      return undefined;
    },
  });
}

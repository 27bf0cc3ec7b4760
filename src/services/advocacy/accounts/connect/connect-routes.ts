import type { FastifyInstance } from 'fastify';
import { editAccountRedirect, newAccountRedirect } from '#contract/advocacy/accounts.ts';
import type { ErrorObject } from '#contract/json-api.ts';
import type { OAuthAccountType } from '#services/advocacy/accounts/account-types.ts';
import { authorizeAccount } from '#services/advocacy/accounts/authorize-account.ts';
import { SHOP_TYPE, toShopSite } from '#services/advocacy/accounts/shop-site.ts';
import { authorizeTeamMember } from '#services/advocacy/authorization.ts';
import type { AdvocacyDependencies } from '#services/advocacy/dependencies.ts';
import { findClient } from '#services/advocacy/oauth/clients/oauth-clients.ts';
import { errorResponse, JsonApiError } from '#services/platform/json-api/errors.ts';
import { registerOperation } from '#services/platform/json-api/operation.ts';
import { callbackUrl } from './callback-url.ts';
import { type NewConnection, startConnection } from './connect-states.ts';
import { checkReturnAddresses } from './return-addresses.ts';
import { authorizationUrl } from './third-party.ts';

/** The beginnings of a connection: addresses of third parties' pages (Rules for /edit and /new). */
export function connectRoutes(app: FastifyInstance, dependencies: AdvocacyDependencies): void {
  const { db, baseUrl, accountTypes } = dependencies;

  const begin = async (type: OAuthAccountType, connection: NewConnection, loginHint?: string) => {
    const { id, ...secrets } = await startConnection(dependencies, connection);
    const redirectUri = callbackUrl(baseUrl, type.type);
    const authorization = { ...secrets, redirectUri, site: connection.site };
    const url = await authorizationUrl(type.provider, authorization, loginHint);
    return { data: { id: String(id), type: 'redirect' as const, attributes: { url } } };
  };

  registerOperation(app, newAccountRedirect, {
    authorize: (request) => authorizeTeamMember(dependencies, newAccountRedirect, request),
    async handle({ query, authorized: { userId, teamId, clientId } }) {
      const problems: ErrorObject[] = [];
      const refuse = (parameter: string, detail: string) =>
        problems.push(...errorResponse(422, { detail, source: { parameter } }).errors);

      const type = accountTypes.get(query.type ?? '');
      if (query.type === undefined || query.type === '') refuse('type', 'Is required.');
      else if (!type) refuse('type', 'Is not a type of account that can be connected.');
      else if (type.connect === 'credentials') {
        refuse('type', `${type.label} accounts are connected with credentials.`);
      }
      let site: string | null = null;
      if (type?.type === SHOP_TYPE) {
        site = toShopSite(query.site || query.shop || '') ?? null;
        if (site === null) refuse('site', 'Enter a shop domain such as example.myshopify.com.');
      }
      problems.push(...checkReturnAddresses(query, await findClient(db, clientId)));
      if (problems.length > 0 || type?.connect !== 'authorize') {
        throw new JsonApiError(422, problems);
      }
      return begin(type, {
        userId,
        teamId,
        purpose: 'account_new',
        accountId: null,
        accountType: type.type,
        site,
        origin: query.origin ?? null,
        redirectUri: query.redirect_uri ?? null,
      });
    },
  });

  registerOperation(app, editAccountRedirect, {
    authorize: (request) => authorizeAccount(dependencies, editAccountRedirect, request),
    async handle({ query, authorized: { caller, account } }) {
      const type = accountTypes.get(account.type);
      if (type?.connect === 'credentials') {
        throw errorResponse(422, {
          detail:
            'This account was connected with credentials; there is no page to reauthorize it.',
        });
      }
      if (!type) {
        throw errorResponse(422, {
          detail: 'Accounts of this type can not be connected here any more.',
        });
      }
      const problems = checkReturnAddresses(query, await findClient(db, caller.clientId));
      if (problems.length > 0) throw new JsonApiError(422, problems);
      const connection: NewConnection = {
        userId: caller.userId,
        teamId: caller.teamId,
        purpose: 'account_edit',
        accountId: account.id,
        accountType: type.type,
        site: account.site,
        origin: query.origin ?? null,
        redirectUri: query.redirect_uri ?? null,
      };
      return begin(type, connection, account.username);
    },
  });
}

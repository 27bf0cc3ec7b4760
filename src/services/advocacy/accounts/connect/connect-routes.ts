import type { FastifyInstance } from 'fastify';
import { editAccountRedirect, newAccountRedirect } from '#contract/advocacy/accounts.ts';
import type { ErrorObject } from '#contract/json-api.ts';
import type {
  AccountsDependencies,
  OAuthAccountType,
} from '#services/advocacy/accounts/account-types.ts';
import { authorizeAccount } from '#services/advocacy/accounts/authorize-account.ts';
import { SHOP_TYPE, toShopSite } from '#services/advocacy/accounts/shop-site.ts';
import { authorizeTeamMember } from '#services/advocacy/authorization.ts';
import { findClient } from '#services/advocacy/oauth/clients/oauth-clients.ts';
import { errorResponse, JsonApiError } from '#services/platform/json-api/errors.ts';
import { registerOperation } from '#services/platform/json-api/operation.ts';
import { callbackUrl } from './callback-url.ts';
import { type NewConnection, startConnection } from './connect-states.ts';
import { checkReturnAddresses } from './return-addresses.ts';
import { authorizationUrl } from './third-party.ts';

/** Start of a connection: returns the URL of the third party's page (Rules for /edit and /new). */
export function connectRoutes(app: FastifyInstance, dependencies: AccountsDependencies): void {
  const { db, baseUrl, accountTypes } = dependencies;

  const start = async (type: OAuthAccountType, connection: NewConnection, loginHint?: string) => {
    const { id, ...secrets } = await startConnection(dependencies, connection);
    const redirectUri = callbackUrl(baseUrl, type.type);
    const authorization = { ...secrets, redirectUri, site: connection.site };
    const url = await authorizationUrl(type.provider, authorization, loginHint);
    return { data: { id: String(id), type: 'redirect' as const, attributes: { url } } };
  };

  registerOperation(app, newAccountRedirect, {
    authorize: (request) => authorizeTeamMember(dependencies, newAccountRedirect, request),
    async handle({ query, authorized: { userId, teamId, clientId } }) {
      const errors: ErrorObject[] = [];
      const reject = (parameter: string, detail: string) =>
        errors.push(...errorResponse(422, { detail, source: { parameter } }).errors);

      const type = accountTypes.get(query.type ?? '');
      if (query.type === undefined || query.type === '') reject('type', 'Required.');
      else if (!type) reject('type', 'Accounts of this type cannot be connected.');
      else if (type.connect === 'credentials') {
        reject('type', `Connect ${type.label} accounts with credentials.`);
      }
      let site: string | null = null;
      if (type?.type === SHOP_TYPE) {
        site = toShopSite(query.site || query.shop || '') ?? null;
        if (site === null) reject('site', 'Enter a shop domain such as example.myshopify.com.');
      }
      errors.push(...checkReturnAddresses(query, await findClient(db, clientId)));
      if (errors.length > 0 || type?.connect !== 'authorize') {
        throw new JsonApiError(422, errors);
      }
      return start(type, {
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
          detail: 'This account uses saved credentials and cannot be reauthorized.',
        });
      }
      if (!type) {
        throw errorResponse(422, {
          detail: 'Accounts of this type can no longer be connected.',
        });
      }
      const errors = checkReturnAddresses(query, await findClient(db, caller.clientId));
      if (errors.length > 0) throw new JsonApiError(422, errors);
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
      return start(type, connection, account.username);
    },
  });
}

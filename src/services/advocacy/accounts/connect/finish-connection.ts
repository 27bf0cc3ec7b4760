import type { ConnectMessage, SentAccount } from '#contract/advocacy/accounts.ts';
import type { ErrorObject } from '#contract/json-api.ts';
import type { AccountProvider } from '#services/advocacy/accounts/account-provider.ts';
import { toAccounts } from '#services/advocacy/accounts/account-resources.ts';
import type { AccountsDependencies } from '#services/advocacy/accounts/account-types.ts';
import {
  findAccount,
  insertAccount,
  type NewAccount,
  reauthorizeAccount,
} from '#services/advocacy/accounts/accounts-store.ts';
import type { AccountRow } from '#services/advocacy/accounts/accounts-table.ts';
import { mayStill } from '#services/advocacy/teams/effective-role.ts';
import { findUser } from '#services/advocacy/users/users-store.ts';
import { updateContext } from '#services/platform/context.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { errorResponse, forbidden, JsonApiError } from '#services/platform/json-api/errors.ts';
import { callbackUrl } from './callback-url.ts';
import { CONNECT_STATE_SECONDS, type Connection } from './connect-states.ts';
import { toNewAccount } from './profile-mapping.ts';
import { exchangeCode, fetchProfile, networkFailure } from './third-party.ts';

type Dependencies = Pick<
  AccountsDependencies,
  'db' | 'clock' | 'log' | 'encryption' | 'accountTypes' | 'baseUrl'
>;

/** The result message of a connection (Rules for /edit and /new, 2). */
export interface ConnectOutcome {
  type: ConnectMessage['type'];
  data: { data: SentAccount } | { errors: ErrorObject[] };
  status: number;
}

interface CallbackRequest {
  /** The account type whose callback URL was requested. */
  type: string;
  state: string;
  parameters: URLSearchParams;
}

/**
 * Finishes a connection: creates the account or renews its credentials. A JSON:API error becomes the
 * outcome.
 */
export async function finishConnection(
  dependencies: Dependencies,
  connection: Connection,
  callback: CallbackRequest,
): Promise<ConnectOutcome> {
  const type = connection.purpose;
  try {
    const row = await connect(dependencies, connection, callback);
    const [data] = await toAccounts(dependencies, [row]);
    return { type, data: { data: data as SentAccount }, status: 200 };
  } catch (error) {
    if (!(error instanceof JsonApiError)) throw error;
    if (error.status >= 500) {
      const network = connection.accountType;
      dependencies.log.warn({ network, err: error }, 'an account could not be connected');
    }
    return { type, data: { errors: error.errors }, status: error.status };
  }
}

/** @throws {JsonApiError} 403, 404, 422, 502 */
async function connect(
  dependencies: Dependencies,
  connection: Connection,
  callback: CallbackRequest,
): Promise<AccountRow> {
  const { db, clock, accountTypes } = dependencies;
  const type = accountTypes.get(connection.accountType);
  if (callback.type !== connection.accountType || type?.connect !== 'authorize') {
    throw errorResponse(422, { detail: 'The response came from a different network.' });
  }
  if (connection.expiresAt <= clock.now()) {
    const minutes = CONNECT_STATE_SECONDS / 60;
    throw errorResponse(422, {
      detail: `Connecting took longer than ${minutes} minutes. Start again.`,
    });
  }
  const account = await authorizedAccount(dependencies, type.provider, connection, callback);
  await identifyUser(db, connection);
  // The user may have lost their role while the third party's page was open.
  if (!(await mayStill(db, connection, 'newAccountRedirect'))) {
    throw forbidden('You can no longer connect accounts to this team.');
  }
  return connection.purpose === 'account_new'
    ? create(dependencies, connection.teamId, account)
    : reauthorize(dependencies, connection, account);
}

async function authorizedAccount(
  { clock, baseUrl }: Dependencies,
  provider: AccountProvider,
  { codeVerifier, site }: Connection,
  { state, parameters }: CallbackRequest,
): Promise<NewAccount> {
  const redirectUri = callbackUrl(baseUrl, provider.type);
  const tokens = await exchangeCode(provider, parameters, {
    state,
    codeVerifier,
    redirectUri,
    site,
  });
  const profile = await fetchProfile(provider, tokens.access_token, site);
  const account = toNewAccount(provider, { profile, tokens, site, now: clock.now() });
  if (!account) throw networkFailure(provider, 'no external id in the profile');
  return account;
}

/** The callback has no access token, but the user that the connection was started by. */
async function identifyUser(
  db: Queries,
  { userId, teamId }: Pick<Connection, 'userId' | 'teamId'>,
): Promise<void> {
  const user = await findUser(db, userId);
  if (user) updateContext({ actor: { kind: 'user', id: String(userId), name: user.name }, teamId });
}

async function create(
  dependencies: Dependencies,
  teamId: number,
  account: NewAccount,
): Promise<AccountRow> {
  const row = await insertAccount(dependencies, teamId, account);
  if (!row) throw externalIdError(`${account.username} is already connected.`);
  return row;
}

async function reauthorize(
  dependencies: Dependencies,
  { teamId, accountId }: Pick<Connection, 'teamId' | 'accountId'>,
  account: NewAccount,
): Promise<AccountRow> {
  const current =
    accountId === null ? undefined : await findAccount(dependencies.db, teamId, accountId);
  if (!current) throw accountDeleted();
  if (current.externalId !== account.externalId) {
    throw externalIdError(
      `You authorized ${account.username}, but this account is ${current.username}.`,
    );
  }
  const row = await reauthorizeAccount(dependencies, current, account);
  if (!row) throw accountDeleted();
  return row;
}

const accountDeleted = () =>
  errorResponse(404, {
    detail: 'This account has been deleted, so it cannot be reauthorized.',
  });

const externalIdError = (detail: string) =>
  errorResponse(422, { detail, source: { pointer: '/data/attributes/external_id' } });

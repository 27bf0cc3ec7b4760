import { createAccountTypes } from '#services/advocacy/accounts/account-types.ts';
import type { Storage } from '#services/platform/database/database.ts';
import { createAccountsTeam } from './accounts-team.ts';
import { startAdvocacy } from './start-advocacy.ts';
import { CHIRP_PROFILE, startThirdParty } from './third-party.ts';

/** The third party's default token response. */
export const TOKENS = { access_token: 'their-token', token_type: 'Bearer', expires_in: 3600 };

/** Starts the service and a third party, and creates a team that connects accounts. */
export async function startConnectService(storage: Storage) {
  const thirdParty = await startThirdParty();
  const accountTypes = createAccountTypes(thirdParty.providers);
  const service = await startAdvocacy(storage, { accountTypes });
  const team = await createAccountsTeam(service);
  let externalId = 1000;
  return {
    thirdParty,
    service,
    team,
    /** Makes the third party return a new account. @returns its external id */
    nextAccount(): number {
      externalId += 1;
      thirdParty.token = { status: 200, body: TOKENS };
      thirdParty.profile = { status: 200, body: { ...CHIRP_PROFILE, id: externalId } };
      return externalId;
    },
    async close() {
      await service.close();
      await thirdParty.close();
    },
  };
}

export type ConnectService = Awaited<ReturnType<typeof startConnectService>>;

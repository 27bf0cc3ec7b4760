import type { AdvocacyDependencies } from '#services/advocacy/dependencies.ts';
import type { ResourceLoaders } from '#services/platform/json-api/included.ts';
import { listSubaccounts, toAccounts } from './account-resources.ts';
import { listAccountsById } from './accounts-store.ts';
import { listSocialFeeds } from './social-feeds-store.ts';

/** Loads accounts of a team and what hangs on them, for `include`. */
export function accountLoaders(
  { db, baseUrl }: Pick<AdvocacyDependencies, 'db' | 'baseUrl'>,
  teamId: number,
): ResourceLoaders {
  const toNumbers = (ids: readonly string[]) => ids.map(Number);
  return {
    account: async (ids) =>
      toAccounts({ db, baseUrl }, await listAccountsById(db, teamId, toNumbers(ids))),
    social_feed: (ids) => listSocialFeeds(db, teamId, toNumbers(ids)),
    subaccount: (ids) => listSubaccounts(db, toNumbers(ids)),
  };
}

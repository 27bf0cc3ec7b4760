import type { AdvocacyDependencies } from '#services/advocacy/dependencies.ts';
import { loadSocialFeeds } from '#services/advocacy/social-feeds/social-feed-resources.ts';
import type { ResourceLoaders } from '#services/platform/json-api/included.ts';
import { loadSubaccounts, toAccounts } from './account-resources.ts';
import { findAccounts } from './accounts-store.ts';

/** Loads accounts of a team and what hangs on them, for `include`. */
export function accountLoaders(
  { db, baseUrl }: Pick<AdvocacyDependencies, 'db' | 'baseUrl'>,
  teamId: number,
): ResourceLoaders {
  const toNumbers = (ids: readonly string[]) => ids.map(Number);
  return {
    account: async (ids) =>
      toAccounts({ db, baseUrl }, await findAccounts(db, teamId, toNumbers(ids))),
    social_feed: (ids) => loadSocialFeeds(db, teamId, toNumbers(ids)),
    subaccount: (ids) => loadSubaccounts(db, toNumbers(ids)),
  };
}

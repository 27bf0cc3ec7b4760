import { and, eq, inArray } from 'drizzle-orm';
import type { SentAccount, SentSubaccount } from '#contract/advocacy/accounts.ts';
import type { SentSocialFeed } from '#contract/advocacy/social-feeds.ts';
import type { Queries } from '#services/platform/database/database.ts';
import type { ResourceLoaders } from '#services/platform/json-api/included.ts';
import { toAccount } from './account-document.ts';
import { listAccountsById } from './accounts-store.ts';
import type { AccountRow } from './accounts-table.ts';
import { socialFeeds } from './social-feeds-table.ts';
import { subaccounts } from './subaccounts-table.ts';

interface Dependencies {
  db: Queries;
  baseUrl: string;
}

/** Loads a team's accounts, social feeds and subaccounts for `included`. */
export function accountLoaders({ db, baseUrl }: Dependencies, teamId: number): ResourceLoaders {
  const toNumbers = (ids: readonly string[]) => ids.map(Number);
  return {
    account: async (ids) =>
      toAccounts({ db, baseUrl }, await listAccountsById(db, teamId, toNumbers(ids))),
    social_feed: (ids) => listSocialFeeds(db, teamId, toNumbers(ids)),
    subaccount: (ids) => listSubaccounts(db, toNumbers(ids)),
  };
}

/**
 * Accounts as JSON:API resources, in the given order. Two queries for any number of accounts.
 * @param include the include paths of the same response
 */
export async function toAccounts(
  { db, baseUrl }: Dependencies,
  rows: readonly AccountRow[],
  include: readonly string[] = [],
): Promise<SentAccount[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const [feedRows, subaccountRows] = await Promise.all([
    db
      .select({ id: socialFeeds.id, accountId: socialFeeds.accountId })
      .from(socialFeeds)
      .where(inArray(socialFeeds.accountId, ids))
      .orderBy(socialFeeds.id),
    db
      .select({ id: subaccounts.id, accountId: subaccounts.accountId })
      .from(subaccounts)
      .where(inArray(subaccounts.accountId, ids))
      .orderBy(subaccounts.id),
  ]);
  const feedsByAccount = Map.groupBy(feedRows, ({ accountId }) => accountId);
  const subaccountsByAccount = Map.groupBy(subaccountRows, ({ accountId }) => accountId);
  const idsOf = (related: { id: number }[] | undefined) => (related ?? []).map(({ id }) => id);
  return rows.map((row) =>
    toAccount(
      row,
      {
        socialFeedIds: idsOf(feedsByAccount.get(row.id)),
        subaccountIds: idsOf(subaccountsByAccount.get(row.id)),
      },
      { baseUrl, includesSubaccounts: include.includes('subaccounts') },
    ),
  );
}

async function listSocialFeeds(
  db: Queries,
  teamId: number,
  ids: readonly number[],
): Promise<SentSocialFeed[]> {
  const rows = await db
    .select()
    .from(socialFeeds)
    .where(and(eq(socialFeeds.teamId, teamId), inArray(socialFeeds.id, [...ids])))
    .orderBy(socialFeeds.id);
  return rows.map((row) => ({
    id: String(row.id),
    type: 'social_feed',
    attributes: {
      name: row.name,
      created_at: row.createdAt.toISOString(),
      updated_at: row.updatedAt.toISOString(),
    },
    relationships: { account: { data: { type: 'account', id: String(row.accountId) } } },
  }));
}

/** @param ids from the relationships of accounts that the caller can see */
async function listSubaccounts(db: Queries, ids: readonly number[]): Promise<SentSubaccount[]> {
  const rows = await db
    .select()
    .from(subaccounts)
    .where(inArray(subaccounts.id, [...ids]))
    .orderBy(subaccounts.id);
  return rows.map((row) => ({
    id: String(row.id),
    type: 'subaccount',
    attributes: {
      external_id: row.externalId,
      name: row.name,
      created_at: row.createdAt.toISOString(),
      updated_at: row.updatedAt.toISOString(),
    },
  }));
}

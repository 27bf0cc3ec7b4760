import { inArray } from 'drizzle-orm';
import type { Account } from '#contract/advocacy/accounts.ts';
import type { Subaccount } from '#contract/advocacy/subaccounts.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { toAccount } from './account-document.ts';
import type { AccountRow } from './accounts-table.ts';
import { socialFeeds } from './social-feeds-table.ts';
import { subaccounts } from './subaccounts-table.ts';

interface Options {
  db: Queries;
  baseUrl: string;
}

/**
 * Accounts as the API shows them, in the order given: two queries, however many there are.
 * @param include the include paths of the same reply
 */
export async function toAccounts(
  { db, baseUrl }: Options,
  rows: readonly AccountRow[],
  include: readonly string[] = [],
): Promise<Account[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const [feeds, parts] = await Promise.all([
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
  const feedsByAccount = Map.groupBy(feeds, ({ accountId }) => accountId);
  const partsByAccount = Map.groupBy(parts, ({ accountId }) => accountId);
  const idsOf = (found: { id: number }[] | undefined) => (found ?? []).map(({ id }) => id);
  return rows.map((row) =>
    toAccount(
      row,
      {
        socialFeedIds: idsOf(feedsByAccount.get(row.id)),
        subaccountIds: idsOf(partsByAccount.get(row.id)),
      },
      { baseUrl, includesSubaccounts: include.includes('subaccounts') },
    ),
  );
}

/**
 * Subaccounts as they stand in `included`.
 * @param ids from the relationships of accounts that the caller may see
 */
export async function listSubaccounts(db: Queries, ids: readonly number[]): Promise<Subaccount[]> {
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

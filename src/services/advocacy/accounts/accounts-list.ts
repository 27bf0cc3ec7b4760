import {
  and,
  arrayOverlaps,
  asc,
  count,
  desc,
  eq,
  getTableColumns,
  inArray,
  type SQL,
  sql,
} from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { ACCOUNT_SORT_KEYS, listAccounts } from '#contract/advocacy/accounts.ts';
import type { Queries } from '#services/platform/database/database.ts';
import type { AccountRelations } from './account-document.ts';
import { type AccountRow, accounts } from './accounts-table.ts';
import { socialFeeds } from './social-feeds-table.ts';
import { subaccounts } from './subaccounts-table.ts';

type AccountsQuery = z.output<typeof listAccounts.query>;
type SortKey = (typeof ACCOUNT_SORT_KEYS)[number];

const SORT_COLUMNS = {
  id: accounts.id,
  name: accounts.name,
  username: accounts.username,
  created_at: accounts.createdAt,
  updated_at: accounts.updatedAt,
  followers_count: accounts.followersCount,
  expires_at: accounts.expiresAt,
} as const satisfies Record<SortKey, unknown>;

const FILTER_COLUMNS = {
  'filter[type]': accounts.type,
  'filter[external_id]': accounts.externalId,
  'filter[username]': accounts.username,
  'filter[name]': accounts.name,
  'filter[site]': accounts.site,
} as const;

export interface ListedAccount extends AccountRelations {
  account: AccountRow;
}

/** One page of a team's accounts with the ids of what belongs to them, and the total of matching ones. */
export async function listTeamAccounts(
  db: Queries,
  teamId: number,
  query: AccountsQuery,
): Promise<{ rows: ListedAccount[]; total: number }> {
  const condition = toCondition(teamId, query);
  const size = query['page[size]'];
  const rows = await db
    .select({
      account: getTableColumns(accounts),
      socialFeedIds: idsOf(db, socialFeeds),
      subaccountIds: idsOf(db, subaccounts),
      total: sql`${db.select({ total: count() }).from(accounts).where(condition)}`.mapWith(Number),
    })
    .from(accounts)
    .where(condition)
    .orderBy(...toOrder(query.sort))
    .limit(size)
    .offset((query['page[number]'] - 1) * size);
  const [first] = rows;
  if (first || query['page[number]'] === 1) return { rows, total: first?.total ?? 0 };
  // A page past the end has no row with the total.
  return { rows, total: await db.$count(accounts, condition) };
}

/** The ids of an account's rows in another table, in their order; part of the same statement. */
function idsOf(db: Queries, table: typeof socialFeeds | typeof subaccounts): SQL<number[]> {
  const ids = db
    .select({ id: table.id })
    .from(table)
    .where(eq(table.accountId, accounts.id))
    .orderBy(table.id);
  return sql`array${ids}`.mapWith((values: unknown[]) => values.map(Number)) as SQL<number[]>;
}

/** Filters combine with AND; a comma within one means any of the values (decisions.md, 4). */
function toCondition(teamId: number, query: AccountsQuery): SQL | undefined {
  const conditions: SQL[] = [eq(accounts.teamId, teamId)];
  for (const [parameter, column] of Object.entries(FILTER_COLUMNS)) {
    const text = query[parameter as keyof typeof FILTER_COLUMNS];
    if (text !== undefined) conditions.push(inArray(column, text.split(',')));
  }
  const capabilities = query['filter[capabilities]'];
  if (capabilities !== undefined) {
    conditions.push(arrayOverlaps(accounts.capabilities, capabilities.split(',')));
  }
  return and(...conditions);
}

/** The id comes last, so that rows with equal values have a stable order across pages. */
function toOrder(sort: AccountsQuery['sort']): SQL[] {
  const order: SQL[] = [];
  for (const term of sort) {
    const isDescending = term.startsWith('-');
    const key = (isDescending ? term.slice(1) : term) as SortKey;
    const direction = isDescending ? desc(SORT_COLUMNS[key]) : asc(SORT_COLUMNS[key]);
    if (key === 'id') return [...order, direction];
    // Accounts that never expire come last in both directions.
    order.push(key === 'expires_at' ? sql`${direction} nulls last` : direction);
  }
  return [...order, sort.at(-1)?.startsWith('-') ? desc(accounts.id) : asc(accounts.id)];
}

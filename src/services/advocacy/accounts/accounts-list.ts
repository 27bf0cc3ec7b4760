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
import { prepared } from '#services/platform/database/prepared.ts';
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

/** The contract's order where a request asks for none. */
const DEFAULT_SORT = '-id';

export interface ListedAccount extends AccountRelations {
  account: Omit<AccountRow, 'credentials'>;
}

/** One page of a team's accounts with the ids of what belongs to them, and the total of matching ones. */
export async function listTeamAccounts(
  db: Queries,
  teamId: number,
  query: AccountsQuery,
): Promise<{ rows: ListedAccount[]; total: number }> {
  const conditions = filtersOf(query);
  const size = query['page[size]'];
  const offset = (query['page[number]'] - 1) * size;
  const order = toOrder(query.sort);
  const condition = and(eq(accounts.teamId, teamId), ...conditions);
  const rows =
    conditions.length === 0 && String(query.sort) === DEFAULT_SORT
      ? await defaultPage(db).execute({ teamId, size, offset })
      : await selectAccounts(db, condition)
          .orderBy(...order)
          .limit(size)
          .offset(offset);
  const [first] = rows;
  if (first || query['page[number]'] === 1) return { rows, total: first?.total ?? 0 };
  // A page past the end has no row with the total.
  return { rows, total: await db.$count(accounts, condition) };
}

/** Accounts with the ids of what belongs to them, and the total in each row. */
function selectAccounts(db: Queries, condition: SQL | undefined) {
  const { credentials: _secret, ...columns } = getTableColumns(accounts);
  return db
    .select({
      account: columns,
      socialFeedIds: idsOf(db, socialFeeds),
      subaccountIds: idsOf(db, subaccounts),
      total: sql`${db.select({ total: count() }).from(accounts).where(condition)}`.mapWith(Number),
    })
    .from(accounts)
    .where(condition);
}

/** The page that most requests ask for. */
const defaultPage = prepared((db) =>
  selectAccounts(db, eq(accounts.teamId, sql.placeholder('teamId')))
    .orderBy(...toOrder([DEFAULT_SORT]))
    .limit(sql.placeholder('size'))
    .offset(sql.placeholder('offset'))
    .prepare('accounts_default_page'),
);

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
function filtersOf(query: AccountsQuery): SQL[] {
  const conditions: SQL[] = [];
  for (const [parameter, column] of Object.entries(FILTER_COLUMNS)) {
    const text = query[parameter as keyof typeof FILTER_COLUMNS];
    if (text !== undefined) conditions.push(inArray(column, text.split(',')));
  }
  const capabilities = query['filter[capabilities]'];
  if (capabilities !== undefined) {
    conditions.push(arrayOverlaps(accounts.capabilities, capabilities.split(',')));
  }
  return conditions;
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

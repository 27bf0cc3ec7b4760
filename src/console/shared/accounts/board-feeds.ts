import { type Account, accountSchema } from '#contract/advocacy/accounts.ts';
import type { Board } from '#contract/advocacy/boards.ts';
import { socialFeedSchema } from '#contract/advocacy/social-feeds.ts';
import type { AnyResource } from '#contract/json-api.ts';
import { isIncomplete, read } from '#contract/reader.ts';

export interface BoardFeed {
  readonly id: string;
  readonly name: string;
  /** Where its posts come from; undefined if the response doesn't include it. */
  readonly account: Account | undefined;
  /** The feed as it was sent, if something in it can't be read. */
  readonly unread?: { readonly id: string; readonly $raw: unknown };
}

/** The feeds of a board with their accounts, by name or else by ID. */
export function boardFeeds(board: Board, included: readonly AnyResource[]): BoardFeed[] {
  const { data = [] } = board.relationships?.social_feeds ?? {};
  return data.map((identifier) => {
    const feed = read(socialFeedSchema, findIncluded(included, identifier));
    const { id } = identifier;
    if (!feed) return { id, name: `Feed ${id}`, account: undefined };
    const account = feed.relationships?.account?.data;
    return {
      id,
      name: feed.attributes.name || `Feed ${id}`,
      account: account ? findAccount(included, account) : undefined,
      ...(isIncomplete(feed) && { unread: { id, $raw: feed.$raw } }),
    };
  });
}

/** The distinct accounts of feeds. */
export function feedAccounts(feeds: readonly BoardFeed[]): Account[] {
  const byId = new Map(feeds.flatMap(({ account }) => (account ? [[account.id, account]] : [])));
  return [...byId.values()];
}

/** Feeds in the order in which their accounts expire, those that don't last. */
export function byExpiry(feeds: readonly BoardFeed[]): BoardFeed[] {
  const timeOf = ({ account }: BoardFeed) =>
    account?.attributes.expires_at ? expiryTime(account) : Number.POSITIVE_INFINITY;
  return feeds.toSorted((a, b) => (timeOf(a) < timeOf(b) ? -1 : Number(timeOf(a) > timeOf(b))));
}

/** The account that expires first: a board is as healthy as its weakest account. */
export function weakestAccount(accounts: readonly Account[]): Account | undefined {
  return accounts
    .filter(({ attributes }) => Boolean(attributes.expires_at))
    .toSorted((a, b) => expiryTime(a) - expiryTime(b))[0];
}

function expiryTime({ attributes }: Account): number {
  return Date.parse(attributes.expires_at ?? '');
}

type Identifier = Pick<AnyResource, 'type' | 'id'>;

function findIncluded(included: readonly AnyResource[], { type, id }: Identifier) {
  return included.find((resource) => resource.type === type && resource.id === id);
}

function findAccount(included: readonly AnyResource[], identifier: Identifier) {
  return read(accountSchema, findIncluded(included, identifier));
}

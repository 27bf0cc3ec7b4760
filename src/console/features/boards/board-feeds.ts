import type { Board } from '#contract/advocacy/boards.ts';
import { socialFeedSchema } from '#contract/advocacy/social-feeds.ts';
import type { AnyResource } from '#contract/json-api.ts';

interface NamedResource {
  readonly id: string;
  readonly name: string;
}

export interface BoardFeed extends NamedResource {
  /** Where its posts come from; undefined if the response doesn't include it. */
  readonly account: NamedResource | undefined;
}

/** A board's name, or else its ID: the specification doesn't require a name. */
export function boardName({ id, attributes }: Board): string {
  return attributes.name || `Board ${id}`;
}

/** The feeds of a board with their accounts, by name or else by ID. */
export function boardFeeds(board: Board, included: readonly AnyResource[]): BoardFeed[] {
  const { data = [] } = board.relationships?.social_feeds ?? {};
  return data.map((identifier) => {
    const feed = socialFeedSchema.safeParse(findIncluded(included, identifier));
    const { id } = identifier;
    if (!feed.success) return { id, name: `Feed ${id}`, account: undefined };
    const account = feed.data.relationships?.account?.data;
    return {
      id,
      name: feed.data.attributes.name || `Feed ${id}`,
      account: account ? toNamedAccount(included, account) : undefined,
    };
  });
}

/** The distinct accounts of feeds. */
export function feedAccounts(feeds: readonly BoardFeed[]): NamedResource[] {
  const byId = new Map(feeds.flatMap(({ account }) => (account ? [[account.id, account]] : [])));
  return [...byId.values()];
}

type Identifier = Pick<AnyResource, 'type' | 'id'>;

function findIncluded(included: readonly AnyResource[], { type, id }: Identifier) {
  return included.find((resource) => resource.type === type && resource.id === id);
}

function toNamedAccount(included: readonly AnyResource[], identifier: Identifier): NamedResource {
  const name = findIncluded(included, identifier)?.attributes?.name;
  const { id } = identifier;
  return { id, name: typeof name === 'string' && name !== '' ? name : `Account ${id}` };
}

import type { Board } from '#contract/advocacy/boards.ts';
import { socialFeedSchema } from '#contract/advocacy/social-feeds.ts';
import type { AnyResource } from '#contract/json-api.ts';

interface Named {
  readonly id: string;
  readonly name: string;
}

export interface BoardFeed extends Named {
  /** Where its posts come from; undefined where the service doesn't say. */
  readonly account: Named | undefined;
}

/** A board's name; the specification doesn't show that it has one. */
export function boardName({ id, attributes }: Board): string {
  return attributes.name || `Board ${id}`;
}

/** The feeds of a board with their accounts. What did not come along is told by its id. */
export function boardFeeds(board: Board, included: readonly AnyResource[]): BoardFeed[] {
  const { data = [] } = board.relationships?.social_feeds ?? {};
  return data.map((identifier) => {
    const feed = socialFeedSchema.safeParse(find(included, identifier));
    const { id } = identifier;
    if (!feed.success) return { id, name: `Feed ${id}`, account: undefined };
    const account = feed.data.relationships?.account?.data;
    return {
      id,
      name: feed.data.attributes.name || `Feed ${id}`,
      account: account ? named(included, account) : undefined,
    };
  });
}

/** The accounts behind some feeds, each once. */
export function feedAccounts(feeds: readonly BoardFeed[]): Named[] {
  const byId = new Map(feeds.flatMap(({ account }) => (account ? [[account.id, account]] : [])));
  return [...byId.values()];
}

type Identifier = Pick<AnyResource, 'type' | 'id'>;

function find(included: readonly AnyResource[], { type, id }: Identifier) {
  return included.find((resource) => resource.type === type && resource.id === id);
}

function named(included: readonly AnyResource[], identifier: Identifier): Named {
  const name = find(included, identifier)?.attributes?.name;
  const { id } = identifier;
  return { id, name: typeof name === 'string' && name !== '' ? name : `Account ${id}` };
}

import type { SentAccount } from '#contract/advocacy/accounts.ts';
import type { AccountRow } from './accounts-table.ts';

/** Ids of related resources. */
export interface AccountRelations {
  socialFeedIds: readonly number[];
  subaccountIds: readonly number[];
}

interface Options {
  /** {base_url} of the contract. */
  baseUrl: string;
  /** Whether the same response includes the subaccounts. */
  includesSubaccounts?: boolean | undefined;
}

/** An account as a JSON:API resource, without its credentials. */
export function toAccount(
  row: Omit<AccountRow, 'credentials'>,
  { socialFeedIds, subaccountIds }: AccountRelations,
  { baseUrl, includesSubaccounts = false }: Options,
): SentAccount {
  return {
    id: String(row.id),
    type: 'account',
    attributes: {
      external_id: row.externalId,
      name: row.name,
      username: row.username,
      // The demo's pictures are paths of this deployment.
      image_url: row.imageUrl?.startsWith('/') ? new URL(row.imageUrl, baseUrl).href : row.imageUrl,
      site: row.site,
      expires_at: row.expiresAt?.toISOString() ?? null,
      capabilities: row.capabilities,
      meta: row.meta,
      followers_count: row.followersCount,
      follows_count: row.followsCount,
      media_count: row.mediaCount,
      likes_count: row.likesCount,
      created_at: row.createdAt.toISOString(),
      updated_at: row.updatedAt.toISOString(),
    },
    relationships: {
      social_feeds: {
        data: toIdentifiers('social_feed', socialFeedIds),
        meta: { count: socialFeedIds.length },
      },
      subaccounts: {
        data: toIdentifiers('subaccount', subaccountIds),
        meta: { included: includesSubaccounts },
      },
    },
    links: { self: `${baseUrl}/v2/teams/${row.teamId}/accounts/${row.id}` },
    meta: { account_type: row.type },
  };
}

function toIdentifiers(type: string, ids: readonly number[]) {
  return ids.map((id) => ({ type, id: String(id) }));
}

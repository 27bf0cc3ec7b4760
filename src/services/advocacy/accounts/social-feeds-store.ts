import { and, eq, inArray } from 'drizzle-orm';
import type { SocialFeed } from '#contract/advocacy/social-feeds.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { socialFeeds } from './social-feeds-table.ts';

/** Social feeds of a team as they stand in `included`. */
export async function listSocialFeeds(
  db: Queries,
  teamId: number,
  ids: readonly number[],
): Promise<SocialFeed[]> {
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

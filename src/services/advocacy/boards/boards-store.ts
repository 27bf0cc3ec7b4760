import { count, eq, inArray } from 'drizzle-orm';
import type { Queries } from '#services/platform/database/database.ts';
import { boardSocialFeeds, boards } from './boards-table.ts';

type BoardRow = typeof boards.$inferSelect & { socialFeedIds: number[] };

/** One page of a team's boards, oldest first, and the total. */
export async function listTeamBoards(
  db: Queries,
  teamId: number,
  { size, number }: { size: number; number: number },
): Promise<{ rows: BoardRow[]; total: number }> {
  const condition = eq(boards.teamId, teamId);
  const [rows, [counted]] = await Promise.all([
    db
      .select()
      .from(boards)
      .where(condition)
      .orderBy(boards.id)
      .limit(size)
      .offset((number - 1) * size),
    db.select({ total: count() }).from(boards).where(condition),
  ]);
  const feedIds = await listFeedIds(db, rows);
  return {
    rows: rows.map((row) => ({ ...row, socialFeedIds: feedIds.get(row.id) ?? [] })),
    total: counted?.total ?? 0,
  };
}

async function listFeedIds(db: Queries, rows: readonly { id: number }[]) {
  const feedIds = new Map<number, number[]>(rows.map(({ id }) => [id, []]));
  if (rows.length === 0) return feedIds;
  const pairs = await db
    .select()
    .from(boardSocialFeeds)
    .where(inArray(boardSocialFeeds.boardId, [...feedIds.keys()]))
    .orderBy(boardSocialFeeds.socialFeedId);
  for (const { boardId, socialFeedId } of pairs) feedIds.get(boardId)?.push(socialFeedId);
  return feedIds;
}

import { count, eq, inArray } from 'drizzle-orm';
import type { Queries } from '#services/platform/database/database.ts';
import { boardSocialFeeds, boards } from './boards-table.ts';

type BoardRow = typeof boards.$inferSelect & { socialFeedIds: number[] };

/** One page of a team's boards with the ids of their feeds, oldest first, and how many there are. */
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
  const found = new Map<number, number[]>(rows.map(({ id }) => [id, []]));
  if (rows.length === 0) return found;
  const pairs = await db
    .select()
    .from(boardSocialFeeds)
    .where(inArray(boardSocialFeeds.boardId, [...found.keys()]))
    .orderBy(boardSocialFeeds.socialFeedId);
  for (const { boardId, socialFeedId } of pairs) found.get(boardId)?.push(socialFeedId);
  return found;
}

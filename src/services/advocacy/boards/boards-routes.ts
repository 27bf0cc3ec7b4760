import { count, eq, inArray } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { listBoards } from '#contract/advocacy/boards.ts';
import { accountLoaders } from '#services/advocacy/accounts/account-resources.ts';
import { authorizeTeamMember } from '#services/advocacy/authorization.ts';
import type { ServiceDependencies } from '#services/advocacy/dependencies.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { loadIncluded } from '#services/platform/json-api/included.ts';
import { pageLinks } from '#services/platform/json-api/links.ts';
import { registerOperation } from '#services/platform/json-api/operation.ts';
import { boardSocialFeeds, boards } from './boards-table.ts';

type BoardRow = typeof boards.$inferSelect & { socialFeedIds: number[] };

export function boardsRoutes(app: FastifyInstance, dependencies: ServiceDependencies): void {
  const { db, baseUrl } = dependencies;
  registerOperation(app, listBoards, {
    authorize: (request) => authorizeTeamMember(dependencies, listBoards, request),
    async handle({ query, authorized: { teamId }, request }) {
      const page = { size: query['page[size]'], number: query['page[number]'] };
      const { rows, total } = await listTeamBoards(db, teamId, page);
      const data = rows.map((row) => ({
        id: String(row.id),
        type: 'board' as const,
        attributes: {
          name: row.name,
          created_at: row.createdAt.toISOString(),
          updated_at: row.updatedAt.toISOString(),
        },
        relationships: {
          social_feeds: {
            data: row.socialFeedIds.map((id) => ({ type: 'social_feed', id: String(id) })),
          },
        },
      }));
      const selfUrl = new URL(request.originalUrl, baseUrl).href;
      const document = { data, links: pageLinks(selfUrl, { ...page, total }), meta: { total } };
      if (!query.include) return document;
      const loaders = accountLoaders(dependencies, teamId);
      return { ...document, included: await loadIncluded(data, query.include, loaders) };
    },
  });
}

/** One page of a team's boards, oldest first, and the total. */
async function listTeamBoards(
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

import type { FastifyInstance } from 'fastify';
import { listBoards } from '#contract/advocacy/boards.ts';
import { accountLoaders } from '#services/advocacy/accounts/account-resources.ts';
import { authorizeTeamMember } from '#services/advocacy/authorization.ts';
import type { ServiceDependencies } from '#services/advocacy/dependencies.ts';
import { loadIncluded } from '#services/platform/json-api/included.ts';
import { pageLinks } from '#services/platform/json-api/links.ts';
import { registerOperation } from '#services/platform/json-api/operation.ts';
import { listTeamBoards } from './boards-store.ts';

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

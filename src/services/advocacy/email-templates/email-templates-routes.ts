import { count, eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { listEmailTemplates } from '#contract/advocacy/email-templates.ts';
import { authorizeTeamMember } from '#services/advocacy/authorization.ts';
import type { ServiceDependencies } from '#services/advocacy/dependencies.ts';
import { pageLinks } from '#services/platform/json-api/links.ts';
import { registerOperation } from '#services/platform/json-api/operation.ts';
import { emailTemplates } from './email-templates-table.ts';

/** Any member of the team can list its email templates, whatever the token's scopes. */
export function emailTemplatesRoutes(
  app: FastifyInstance,
  dependencies: ServiceDependencies,
): void {
  const { db, baseUrl } = dependencies;
  registerOperation(app, listEmailTemplates, {
    authorize: (request) => authorizeTeamMember(dependencies, listEmailTemplates, request),
    async handle({ query, authorized: { teamId }, request }) {
      const size = query['page[size]'];
      const number = query['page[number]'];
      const condition = eq(emailTemplates.teamId, teamId);
      const [rows, [counted]] = await Promise.all([
        db
          .select()
          .from(emailTemplates)
          .where(condition)
          .orderBy(emailTemplates.id)
          .limit(size)
          .offset((number - 1) * size),
        db.select({ total: count() }).from(emailTemplates).where(condition),
      ]);
      const total = counted?.total ?? 0;
      return {
        data: rows.map((row) => ({
          id: String(row.id),
          type: 'email_template' as const,
          attributes: {
            name: row.name,
            subject: row.subject,
            html: row.html,
            created_at: row.createdAt.toISOString(),
            updated_at: row.updatedAt.toISOString(),
          },
        })),
        links: pageLinks(new URL(request.originalUrl, baseUrl).href, { size, number, total }),
        meta: { total },
      };
    },
  });
}

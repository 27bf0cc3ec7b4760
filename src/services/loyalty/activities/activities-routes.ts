import type { FastifyInstance } from 'fastify';
import * as endpoints from '#contract/loyalty/activities.ts';
import type { LoyaltyDependencies } from '#services/loyalty/dependencies.ts';
import { invalidParameter } from '#services/loyalty/http/error-response.ts';
import { operation } from '#services/loyalty/http/operation.ts';
import { getMember } from '#services/loyalty/members/get-member.ts';
import type { ActivityRow } from '#services/loyalty/tables/activities-table.ts';
import { countActivities, findActivity, listActivities } from './activities-store.ts';
import { toActivityDocument } from './activity-document.ts';
import { listEligibleActivities } from './eligible-activities.ts';

interface Page {
  start: number;
  total: number;
  language: string | undefined;
}

/** Activities: the list, those that a member is eligible for, and one of them. */
export function activitiesRoutes(app: FastifyInstance, dependencies: LoyaltyDependencies): void {
  const { db, clock } = dependencies;

  operation(app, dependencies, endpoints.listActivities, async ({ program, query }) => {
    const { start_cursor: start, count, language } = query;
    const rows = await listActivities(db, program.id, { offset: start, limit: count });
    const total = await countActivities(db, program.id);
    return { data: pageOf(rows, { start, total, language }), success: true };
  });

  operation(
    app,
    dependencies,
    endpoints.listMemberActivities,
    async ({ program, params, query }) => {
      const { idParam, start_cursor: start, count, language } = query;
      const row = await getMember(db, program.id, { ...params, idParam });
      const eligible = await listEligibleActivities(db, program, row, clock.now());
      const page = eligible.slice(start, start + count);
      return { data: pageOf(page, { start, total: eligible.length, language }), success: true };
    },
  );

  operation(app, dependencies, endpoints.getActivity, async ({ program, params, query }) => {
    const row = await findActivity(db, program.id, params.activity);
    if (!row) throw invalidParameter('activity_id', 'There is no such activity');
    return { data: toActivityDocument(row, query.language), success: true };
  });
}

/** The next cursor is an index too, and past the end it yields an empty page (decisions.md, 28). */
function pageOf(rows: ActivityRow[], { start, total, language }: Page) {
  const next = start + rows.length;
  return {
    total,
    activities: rows.map((row) => toActivityDocument(row, language)),
    next_cursor: next,
    more: next < total,
  };
}

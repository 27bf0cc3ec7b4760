import type { FastifyInstance } from 'fastify';
import * as endpoints from '#contract/loyalty/activities.ts';
import { factsOf } from '#contract/loyalty/rule-engine/facts.ts';
import { basePoints, isExcludedByRules } from '#contract/loyalty/rule-engine/rules-engine.ts';
import type { LoyaltyDependencies } from '#services/loyalty/dependencies.ts';
import { invalidParameter } from '#services/loyalty/http/error-response.ts';
import { operation } from '#services/loyalty/http/operation.ts';
import { getMember } from '#services/loyalty/members/get-member.ts';
import { toMemberDocument } from '#services/loyalty/members/member-document.ts';
import type { MemberRow } from '#services/loyalty/members/members-store.ts';
import type { Program } from '#services/loyalty/programs/programs-table.ts';
import { isUsedUp, NEVER_DONE } from '#services/loyalty/rules/frequency.ts';
import type { Queries } from '#services/platform/database/database.ts';
import {
  countActivities,
  findActivity,
  listActiveActivities,
  listActivities,
  toActivityDocument,
} from './activities.ts';
import type { ActivityRow } from './activities-table.ts';
import { countTimesDone } from './times-done.ts';

interface Page {
  start: number;
  total: number;
  language: string | undefined;
}

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

/** Cursors are indexes; one past the end returns an empty page (decisions.md, 28). */
function pageOf(rows: ActivityRow[], { start, total, language }: Page) {
  const next = start + rows.length;
  return {
    total,
    activities: rows.map((row) => toActivityDocument(row, language)),
    next_cursor: next,
    more: next < total,
  };
}

/** The activities by which a member can currently earn points (decisions.md, 32). */
async function listEligibleActivities(
  db: Queries,
  program: Program,
  row: MemberRow,
  now: Date,
): Promise<ActivityRow[]> {
  if (row.member.status !== 'active') return [];
  const facts = factsOf(toMemberDocument(row, { program }));
  const doneByActivity = await countTimesDone(db, row.member.id, now);
  const activities = await listActiveActivities(db, program.id);
  return activities.filter(({ id, pointsConfig, rulesConfig }) => {
    const done = doneByActivity.get(id) ?? NEVER_DONE;
    const rules = rulesConfig ?? [];
    const points = basePoints(pointsConfig, facts, 1);
    return (
      !isUsedUp(rules, { done, facts, now }) && !isExcludedByRules(rules, { points, facts, now })
    );
  });
}

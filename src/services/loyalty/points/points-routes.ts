import type { FastifyInstance } from 'fastify';
import {
  adjustMemberPoints,
  getActivityUse,
  getPointsStatement,
  getUseOfActivity,
  listMemberPoints,
} from '#contract/loyalty/points.ts';
import {
  countActivityUse,
  getUseDetails,
} from '#services/loyalty/activities/count-activity-use.ts';
import type { LoyaltyDependencies } from '#services/loyalty/dependencies.ts';
import { invalidParameter, invalidValue } from '#services/loyalty/http/error-response.ts';
import { operation } from '#services/loyalty/http/operation.ts';
import { getMember } from '#services/loyalty/members/get-member.ts';
import type { Program } from '#services/loyalty/programs/programs-table.ts';
import { currentContext } from '#services/platform/context.ts';
import { createGroupCommit } from '#services/platform/database/group-commit.ts';
import { toPage } from '#services/platform/json-api/page.ts';
import { parseTimeCursor, toTimeCursor } from '#services/platform/json-api/time-cursor.ts';
import { adjustPoints, type PointsAdjustment } from './adjust-points.ts';
import { listPointEntries } from './point-history.ts';
import { listMonths } from './statement/month-sums.ts';

/** In a transaction, in which the embedded database does nothing else. */
const ADJUSTMENTS_MAX = 25;

/** A member's points history and adjustments, which the Admin API doesn't have (decisions.md, 50). */
export function pointsRoutes(app: FastifyInstance, dependencies: LoyaltyDependencies): void {
  const { db, clock } = dependencies;

  operation(app, dependencies, listMemberPoints, async ({ program, params, query }) => {
    const { idParam, start_cursor: cursor, count } = query;
    const { member } = await getMember(db, program.id, { ...params, idParam });
    const before = cursor === undefined ? undefined : parseTimeCursor(cursor);
    if (cursor !== undefined && before === undefined) {
      throw invalidParameter('start_cursor', 'Must be the next_cursor of the previous page');
    }
    const { entries, total } = await listPointEntries(db, member.id, { before, limit: count + 1 });
    return toPage({
      rows: entries,
      count,
      total,
      cursorOf: toTimeCursor,
      toDocument: (entry) => entry,
    });
  });

  operation(app, dependencies, getPointsStatement, async ({ program }) => ({
    data: await listMonths(db, program.id, clock.now()),
  }));

  operation(app, dependencies, getActivityUse, async ({ program }) => ({
    data: await countActivityUse(db, program.id, clock.now()),
  }));

  operation(app, dependencies, getUseOfActivity, async ({ program, params }) => ({
    data: await getUseDetails(db, program.id, params.activity, clock.now()),
  }));

  /** Adjustments that arrive at the same time share a transaction, but not background work with requests. */
  const adjustTogether = createGroupCommit({
    keyOf: ({ program, context }: PointsAdjustment & { program: Program }) =>
      `${program.id} ${context.isBackground ? 'background' : 'request'}`,
    write: (adjustments) =>
      db.transaction((tx) =>
        adjustPoints(
          tx,
          (adjustments[0] as { program: Program }).program,
          adjustments,
          clock.now(),
        ),
      ),
    maxItems: ADJUSTMENTS_MAX,
  });

  operation(app, dependencies, adjustMemberPoints, async ({ program, params, query, body }) => {
    const address = { ...params, idParam: query.idParam };
    const { idempotency_key: key, ...adjustment } = body;
    const context = currentContext();
    const data = await adjustTogether({ ...adjustment, program, address, key, context });
    if (!data) throw invalidValue('points', "The member doesn't have that many points");
    return { data };
  });
}

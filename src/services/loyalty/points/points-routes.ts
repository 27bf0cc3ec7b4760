import type { FastifyInstance } from 'fastify';
import {
  adjustMemberPoints,
  getActivityUse,
  getPointsStatement,
  listMemberPoints,
} from '#contract/loyalty/points.ts';
import { countActivityUse } from '#services/loyalty/activities/count-activity-use.ts';
import type { LoyaltyDependencies } from '#services/loyalty/dependencies.ts';
import { invalidParameter, invalidValue } from '#services/loyalty/http/error-response.ts';
import { operation } from '#services/loyalty/http/operation.ts';
import { memberSubject } from '#services/loyalty/members/audit-member.ts';
import { getMember, lockMember } from '#services/loyalty/members/get-member.ts';
import { changesBetween, recordAudit } from '#services/platform/audit/record-audit.ts';
import { toPage } from '#services/platform/json-api/page.ts';
import { parseTimeCursor, toTimeCursor } from '#services/platform/json-api/time-cursor.ts';
import { adjustPoints, findByKey } from './adjust-points.ts';
import { listPointEntries } from './point-history.ts';
import { NotEnoughPointsError } from './spend-points.ts';
import { listMonths } from './statement/month-sums.ts';

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

  operation(app, dependencies, adjustMemberPoints, async ({ program, params, query, body }) => {
    const address = { ...params, idParam: query.idParam };
    try {
      const data = await db.transaction(async (tx) => {
        const member = await lockMember(tx, program.id, address);
        const { idempotency_key: key, ...adjustment } = body;
        const made = key === undefined ? undefined : await findByKey(tx, member.id, key);
        if (made) return made;
        const entry = await adjustPoints(
          tx,
          program,
          member.id,
          { ...adjustment, key },
          clock.now(),
        );
        await recordAudit(tx, {
          action: 'points.adjust',
          subject: memberSubject(member),
          changes: changesBetween({}, { points: body.points, reason: body.reason }),
          partnerId: program.partnerId,
        });
        return entry;
      });
      return { data };
    } catch (error) {
      if (!(error instanceof NotEnoughPointsError)) throw error;
      throw invalidValue('points', "The member doesn't have that many points");
    }
  });
}

import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { POINTS_MAX } from '#contract/loyalty/rule-engine/rules-engine.ts';
import { text } from '#contract/loyalty/text.ts';
import { invalidValue } from '#services/loyalty/http/error-response.ts';
import { parseBody } from '#services/loyalty/http/parse.ts';
import { findMember, matchesAddress } from '#services/loyalty/members/members-store.ts';
import { settlePending } from '#services/loyalty/points/settle-pending.ts';
import {
  deductPoints,
  NotEnoughPointsError,
  redeemPoints,
} from '#services/loyalty/points/spend-points.ts';
import type { Program } from '#services/loyalty/programs/programs-table.ts';
import { changesBetween, recordAudit } from '#services/platform/audit/record-audit.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { findProgram, partnerId, type SimulatorDependencies } from './program.ts';

const pointsError = `Must be a whole number from 1 to ${POINTS_MAX}`;
const spendSchema = z.object({
  ...partnerId,
  member_id: text({ min: 1 }),
  points: z
    .int({ error: pointsError })
    .check(z.minimum(1, { error: pointsError }), z.maximum(POINTS_MAX, { error: pointsError })),
});
const settleSchema = z.object({
  ...partnerId,
  member_id: text({ min: 1 }),
  approved: z.boolean(),
});

/**
 * Changes points other than by earning: deducts them (`/deduct`), redeems them for a reward
 * (`/redeem`), and approves or rejects pending points (`/settle`).
 */
export function pointsRoutes(app: FastifyInstance, { db, clock }: SimulatorDependencies): void {
  for (const [path, spend, action] of [
    ['/deduct', deductPoints, 'points.deduct'],
    ['/redeem', redeemPoints, 'points.redeem'],
  ] as const) {
    app.post(path, async (request) => {
      const body = parseBody(spendSchema, request.body as Uint8Array | undefined);
      const tierChanged = await db
        .transaction(async (tx) => {
          const program = await findProgram(tx, body.partner_id);
          const memberId = await findMemberId(tx, program, body.member_id);
          const tierChanged = await spend(tx, program, memberId, body.points, clock.now());
          const change = {
            action,
            program,
            memberId: body.member_id,
            state: { points: body.points },
          };
          await recordPoints(tx, change);
          return tierChanged;
        })
        .catch((error: unknown) => {
          if (!(error instanceof NotEnoughPointsError)) throw error;
          throw invalidValue('points', "The member doesn't have that many points");
        });
      return { points: body.points, tier_changed: tierChanged === true };
    });
  }

  app.post('/settle', async (request) => {
    const body = parseBody(settleSchema, request.body as Uint8Array | undefined);
    const { approved } = body;
    const { settled, points, tierChanged } = await db.transaction(async (tx) => {
      const program = await findProgram(tx, body.partner_id);
      const memberId = await findMemberId(tx, program, body.member_id);
      const result = await settlePending(tx, program, { memberId, approved }, clock.now());
      const action = approved ? 'points.approve' : 'points.reject';
      const state = { points: result.points };
      await recordPoints(tx, { action, program, memberId: body.member_id, state });
      return result;
    });
    return { settled, points, tier_changed: tierChanged };
  });
}

interface PointsChange {
  action: `points.${string}`;
  program: Program;
  memberId: string;
  state: { points: number };
}

function recordPoints(
  tx: Queries,
  { action, program: { partnerId: partner }, memberId, state }: PointsChange,
): Promise<void> {
  return recordAudit(tx, {
    action,
    subject: { type: 'member', id: memberId },
    changes: changesBetween({}, state),
    partnerId: partner,
  });
}

async function findMemberId(tx: Queries, program: Program, memberId: string): Promise<number> {
  const address = { member: memberId, idParam: 'member_id' as const };
  const found = await findMember(tx, matchesAddress(program.id, address));
  if (!found) throw invalidValue('member_id', 'There is no such member');
  return found.member.id;
}

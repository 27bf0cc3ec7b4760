import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { POINTS_MAX } from '#contract/loyalty/rule-engine/rules-engine.ts';
import { text } from '#contract/loyalty/text.ts';
import { invalidValue } from '#services/loyalty/http/error-response.ts';
import { parseBody } from '#services/loyalty/http/parse.ts';
import { memberSubject } from '#services/loyalty/members/audit-member.ts';
import { findMember, matchesAddress } from '#services/loyalty/members/members-store.ts';
import type { members } from '#services/loyalty/members/members-table.ts';
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
          const member = await findProgramMember(tx, program, body.member_id);
          const tierChanged = await spend(tx, program, member.id, body.points, clock.now());
          await recordPoints(tx, { action, program, member, state: { points: body.points } });
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
      const member = await findProgramMember(tx, program, body.member_id);
      const settling = { memberId: member.id, approved };
      const result = await settlePending(tx, program, settling, clock.now());
      const action = approved ? 'points.approve' : 'points.reject';
      const state = { points: result.points };
      await recordPoints(tx, { action, program, member, state });
      return result;
    });
    return { settled, points, tier_changed: tierChanged };
  });
}

type MemberColumns = typeof members.$inferSelect;

interface PointsChange {
  action: `points.${string}`;
  program: Program;
  member: MemberColumns;
  state: { points: number; activity?: string };
}

export function recordPoints(
  tx: Queries,
  { action, program: { partnerId: partner }, member, state }: PointsChange,
): Promise<void> {
  return recordAudit(tx, {
    action,
    subject: memberSubject(member),
    changes: changesBetween({}, state),
    partnerId: partner,
  });
}

/** @throws {LoyaltyApiError} 400 */
export async function findProgramMember(
  tx: Queries,
  program: Program,
  memberId: string,
): Promise<MemberColumns> {
  const address = { member: memberId, idParam: 'member_id' as const };
  const found = await findMember(tx, matchesAddress(program.id, address));
  if (!found) throw invalidValue('member_id', 'There is no such member');
  return found.member;
}

import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { text } from '#contract/loyalty/text.ts';
import { FULL_PROGRAM } from '#services/demo/seed/loyalty/demo-programs.ts';
import { checkContentType, parseBody } from '#services/loyalty/http/parse.ts';
import { registerLoyaltyApi } from '#services/loyalty/http/register-loyalty-api.ts';
import { earnActivity } from '#services/loyalty/points/earn-activity.ts';
import { enterCampaign } from '#services/loyalty/webhooks/enter-campaign.ts';
import { updateContext } from '#services/platform/context.ts';
import { findProgramMember, pointsRoutes, recordPoints } from './points-routes.ts';
import { findProgram, partnerId, type SimulatorDependencies } from './program.ts';

const QUANTITY_MAX = 1_000_000;
/** All members of the larger program can enter a campaign in one request. */
const MEMBERS_MAX = FULL_PROGRAM.members;

const SIMULATOR = { kind: 'system', id: 'simulator', name: 'Demo simulator' } as const;

const quantityError = `Must be a number from 0 to ${QUANTITY_MAX}`;
const earnSchema = z.object({
  ...partnerId,
  member_id: text({ min: 1 }),
  activity_id: text({ min: 1 }),
  quantity: z._default(
    z
      .number({ error: quantityError })
      .check(
        z.minimum(0, { error: quantityError }),
        z.maximum(QUANTITY_MAX, { error: quantityError }),
      ),
    1,
  ),
});
const campaignSchema = z.object({
  ...partnerId,
  member_ids: z
    .array(text({ min: 1 }))
    .check(
      z.minLength(1, { error: 'Must name at least one member' }),
      z.maxLength(MEMBERS_MAX, { error: `Must name at most ${MEMBERS_MAX} members` }),
    ),
  campaign_name: text({ min: 1 }),
});

/** Simulates actions of members, under `/demo/loyalty` (operating.md, Addresses). */
export async function simulatorRoutes(
  app: FastifyInstance,
  { db, clock }: SimulatorDependencies,
): Promise<void> {
  const rejectOtherMethods = registerLoyaltyApi(app);
  app.addHook('onRequest', async ({ method, headers }) => {
    updateContext({ actor: SIMULATOR });
    if (method === 'POST') checkContentType(headers['content-type']);
  });

  app.post('/earn', async (request) => {
    const body = parseBody(earnSchema, request.body as Uint8Array | undefined);
    const { member_id: memberId, activity_id: activityId, quantity } = body;
    const { points, tierChanged } = await db.transaction(async (tx) => {
      const program = await findProgram(tx, body.partner_id);
      const earned = await earnActivity(
        tx,
        program,
        { memberId, activityId, quantity },
        clock.now(),
      );
      const member = await findProgramMember(tx, program, memberId);
      const state = { activity: activityId, points: earned.points };
      await recordPoints(tx, { action: 'points.earn', program, member, state });
      return earned;
    });
    return { points, tier_changed: tierChanged };
  });

  app.post('/campaign-entered', async (request) => {
    const body = parseBody(campaignSchema, request.body as Uint8Array | undefined);
    const entering = { memberIds: body.member_ids, campaignName: body.campaign_name };
    await db.transaction(async (tx) => {
      const program = await findProgram(tx, body.partner_id);
      await enterCampaign(tx, program, entering, clock.now());
    });
    return { success: true };
  });

  pointsRoutes(app, { db, clock });
  rejectOtherMethods();
}

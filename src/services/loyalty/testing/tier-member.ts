import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { getMember, memberOf, updateMember } from '#contract/loyalty/members/members.ts';
import { earnActivity } from '#services/loyalty/points/earn-activity.ts';
import { settlePending } from '#services/loyalty/points/settle-pending.ts';
import { deductPoints, redeemPoints } from '#services/loyalty/points/spend-points.ts';
import type { Program } from '#services/loyalty/programs/programs-table.ts';
import { tierPeriodEnd } from '#services/loyalty/tiers/tier-period.ts';
import type { Tier } from '#services/loyalty/tiers/tiers-table.ts';
import { outboundEvents } from '#services/loyalty/webhooks/outbound-events-table.ts';
import type { Database, Queries, Storage } from '#services/platform/database/database.ts';
import { one } from '#services/platform/database/one.ts';
import { type Client, createClient } from './client.ts';
import { addActivity, addMembers, addTiers, createProgram } from './program.ts';
import { startLoyalty, type TestLoyalty } from './start-loyalty.ts';

const query = { idParam: 'member_id' };
const params = { member: 'M-1' };

/** Sets up a program with three tiers and one member before each test. */
export function setUpTierMember(storage: { storage: Storage; db: Database }) {
  let service: TestLoyalty;
  let client: Client;
  let program: Program;
  let tiers: Tier[];
  let memberId: number;

  beforeAll(async () => {
    service = await startLoyalty(storage.storage);
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    const made = await createProgram(storage.db, { tierPeriodMonths: 12 });
    program = made.program;
    client = createClient(service.baseUrl, made.credentials);
    tiers = await addTiers(storage.db, program.id, { Bronze: 0, Silver: 100, Gold: 500 });
    const now = service.clock.now();
    const rows = await addMembers(storage.db, program.id, [
      {
        memberId: 'M-1',
        tierId: tiers[0]?.id ?? null,
        tierPeriodStart: now,
        tierPeriodEnd: tierPeriodEnd(program, now),
      },
    ]);
    memberId = one(rows).id;
    const points = (value: number) => ({
      pointsConfig: { points_computation_type: 'fixed_points' as const, points: value },
    });
    await addActivity(storage.db, program.id, { activityId: 'ten', ...points(10) });
    await addActivity(storage.db, program.id, { activityId: 'much', ...points(150) });
    await addActivity(storage.db, program.id, {
      activityId: 'waits',
      approvalMethod: 'manual',
      ...points(150),
    });
    await addActivity(storage.db, program.id, {
      activityId: 'beside',
      qualifiesForTierUpgrade: false,
      ...points(150),
    });
  });

  const within = <Result>(work: (tx: Queries) => Promise<Result>) => storage.db.transaction(work);
  const earn = (activityId: string) =>
    within((tx) =>
      earnActivity(tx, program, { memberId: 'M-1', activityId, quantity: 1 }, service.clock.now()),
    );
  const deduct = (points: number) =>
    within((tx) => deductPoints(tx, program, memberId, points, service.clock.now()));
  const redeem = (points: number) =>
    within((tx) => redeemPoints(tx, program, memberId, points, service.clock.now()));
  const approve = () =>
    within((tx) => settlePending(tx, program, { memberId, approved: true }, service.clock.now()));
  const assign = async (tier: Tier | undefined) =>
    memberOf(
      await client.call(updateMember, {
        params,
        query,
        body: { current_tier_id: tier?.serviceId },
      }),
    ).tier_info?.loyalty_tier_name;
  const tierInfo = async () =>
    (await client.call(getMember, { params, query })).data.tier_info ?? {};
  const tierName = async () => (await tierInfo()).loyalty_tier_name;
  const events = () =>
    storage.db.select().from(outboundEvents).where(eq(outboundEvents.programId, program.id));
  return {
    get clock() {
      return service.clock;
    },
    get program() {
      return program;
    },
    get tiers() {
      return tiers;
    },
    earn,
    deduct,
    redeem,
    approve,
    assign,
    tierInfo,
    tierName,
    events,
  };
}

import { and, asc, count, eq, isNotNull, isNull } from 'drizzle-orm';
import * as z from 'zod/mini';
import { text } from '#contract/loyalty/text.ts';
import { members } from '#services/loyalty/members/members-table.ts';
import type { Program } from '#services/loyalty/programs/programs-table.ts';
import { createServiceId } from '#services/loyalty/service-id.ts';
import { recordChanges } from '#services/platform/audit/record-audit.ts';
import { violatesForeignKey, violatesUnique } from '#services/platform/database/constraint.ts';
import type { Database, Queries } from '#services/platform/database/database.ts';
import { one } from '#services/platform/database/one.ts';
import { checkValue, OperatorError } from '#services/platform/operator-error.ts';
import { type Tier, tiers } from './tiers-table.ts';

const thresholdError = 'Must be a whole number of points, 0 or more';
const settingsSchema = z.partial(
  z.object({
    name: text({ min: 1 }),
    threshold: z.int({ error: thresholdError }).check(z.minimum(0, { error: thresholdError })),
    translations: z.record(text({ min: 1 }), text({ min: 1 })),
  }),
);

/** Missing settings keep their value, or get the default. */
export type TierSettings = z.input<typeof settingsSchema>;

/**
 * Creates a tier. Members can reach it with their next earning or at the end of their period.
 * @throws {OperatorError} if a value is not valid or another tier has the same threshold
 */
export async function createTier(
  tx: Queries,
  program: Program,
  given: TierSettings,
): Promise<Tier> {
  const { name, threshold, ...settings } = checkValue('', settingsSchema, given);
  if (name === undefined) throw new OperatorError('name: Required');
  if (threshold === undefined) throw new OperatorError('threshold: Required');
  return mapThresholdViolation(async () => {
    const values = { programId: program.id, serviceId: createServiceId(), name, threshold };
    const tier = one(
      await tx
        .insert(tiers)
        .values({ ...values, ...settings })
        .returning(),
    );
    await recordTier(tx, 'tier.create', program, tier, {}, tier);
    return tier;
  });
}

/** Tiers with their number of members, lowest first. */
export async function listTiers(
  db: Queries,
  programId: number,
): Promise<(Tier & { members: number })[]> {
  const rows = await db
    .select({ tier: tiers, members: count(members.id) })
    .from(tiers)
    .leftJoin(members, and(eq(members.tierId, tiers.id), isNull(members.deletedAt)))
    .where(eq(tiers.programId, programId))
    .groupBy(tiers.id)
    .orderBy(asc(tiers.threshold));
  return rows.map(({ tier, members: total }) => ({ ...tier, members: total }));
}

/**
 * Finds a tier by its `loyalty_tier_id` or its name.
 * @throws {OperatorError} if there is none, or more than one
 */
export async function getTier(db: Queries, programId: number, idOrName: string): Promise<Tier> {
  const all = await db.select().from(tiers).where(eq(tiers.programId, programId));
  const found = all.filter(({ serviceId, name }) => serviceId === idOrName || name === idOrName);
  const [tier, ...others] = found;
  if (!tier) throw new OperatorError(`The program has no tier ${idOrName}`);
  if (others.length > 0) {
    throw new OperatorError(`Several tiers have the name ${idOrName}; use the tier's id`);
  }
  return tier;
}

/**
 * Changes a tier. Members move to another tier at their next earning, deduction or end of period.
 * @throws {OperatorError} if a value is not valid or another tier has the same threshold
 */
export async function updateTier(
  tx: Queries,
  program: Program,
  before: Tier,
  given: TierSettings,
): Promise<Tier> {
  const settings = checkValue('', settingsSchema, given);
  return mapThresholdViolation(async () => {
    const isTier = eq(tiers.id, before.id);
    const tier = one(await tx.update(tiers).set(settings).where(isTier).returning());
    await recordTier(tx, 'tier.update', program, tier, before, tier);
    return tier;
  });
}

/**
 * Deletes a tier and moves its members to another one.
 * @returns how many members were moved
 * @throws {OperatorError} if the tier has members and `moveTo` is undefined
 */
export async function deleteTier(
  db: Database,
  program: Program,
  { tier, moveTo }: { tier: Tier; moveTo: Tier | undefined },
  now: Date,
): Promise<number> {
  const { id, name } = tier;
  if (moveTo?.id === id)
    throw new OperatorError(`Members of the tier ${name} can't move to the same tier`);
  try {
    return await db.transaction(async (tx) => {
      const inTier = eq(members.tierId, id);
      // Deleted members don't need a tier.
      await tx
        .update(members)
        .set({ tierId: null })
        .where(and(inTier, isNotNull(members.deletedAt)));
      const moved = moveTo
        ? await tx
            .update(members)
            .set({ tierId: moveTo.id, modifiedAt: now })
            .where(inTier)
            .returning({ id: members.id })
        : [];
      await tx.delete(tiers).where(eq(tiers.id, id));
      await recordTier(tx, 'tier.delete', program, tier, tier, {});
      return moved.length;
    });
  } catch (error) {
    if (violatesForeignKey(error, 'loyalty_members_tier_id_loyalty_tiers_id_fk')) {
      throw new OperatorError(`The tier ${name} has members; name the tier they move to`);
    }
    throw error;
  }
}

/** What the audit log has of a tier. */
const stateOf = ({ name, threshold, translations }: Partial<Tier>) => ({
  name,
  threshold,
  translations,
});

function recordTier(
  tx: Queries,
  action: `tier.${string}`,
  { partnerId }: Program,
  { serviceId, name }: Tier,
  ...[before, after]: [before: Partial<Tier>, after: Partial<Tier>]
): Promise<void> {
  const event = { action, subject: { type: 'tier', id: serviceId, name }, partnerId };
  return recordChanges(tx, event, stateOf(before), stateOf(after));
}

async function mapThresholdViolation<Result>(write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (violatesUnique(error, 'loyalty_tiers_threshold_unique')) {
      throw new OperatorError('threshold: Another tier of the program has this threshold');
    }
    throw error;
  }
}

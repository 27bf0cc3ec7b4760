import { randomInt } from 'node:crypto';
import { asc, eq } from 'drizzle-orm';
import type { CreateMember, UpdateMember } from '#contract/loyalty/members/member-input.ts';
import type { Program } from '#services/loyalty/programs/programs-table.ts';
import { createServiceId } from '#services/loyalty/service-id.ts';
import { endMemberPeriods } from '#services/loyalty/tiers/end-periods.ts';
import { tierPeriodEnd } from '#services/loyalty/tiers/tier-period.ts';
import { tiers } from '#services/loyalty/tiers/tiers-table.ts';
import { type Context, runInContext } from '#services/platform/context.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { one } from '#services/platform/database/one.ts';
import { recordMember } from './audit-member.ts';
import { moveBetweenCounters } from './counters/member-counters.ts';
import { lockMember, lockMembers } from './get-member.ts';
import {
  checkRequired,
  findAssignedTier,
  findReferrer,
  mergeAttributes,
  toColumns,
} from './member-input-columns.ts';
import type { MemberAddress } from './members-store.ts';
import { members } from './members-table.ts';

// Without letters and digits that are easily confused.
const CODE_ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const CODE_LENGTH = 12;

type MemberColumns = typeof members.$inferSelect;

/**
 * Enrolls a member, in the lowest tier unless one is assigned.
 * @returns the internal id
 * @throws {LoyaltyApiError} 400 in the value shape; violations of unique constraints are not mapped
 */
export async function createMember(
  tx: Queries,
  program: Program,
  input: CreateMember,
  now: Date,
): Promise<number> {
  const columns = toColumns(program, input);
  checkRequired(program, columns);
  const tierId =
    (await findAssignedTier(tx, program.id, input.current_tier_id)) ??
    (await findLowestTier(tx, program.id));
  const referrerId = await findReferrer(tx, program.id, 'referrer_code', input.referrer_code);
  const created = await tx
    .insert(members)
    .values({
      ...columns,
      programId: program.id,
      serviceId: createServiceId(),
      memberId: input.member_id,
      status: input.member_status,
      customAttributes: input.custom_attributes ?? {},
      enrolledAt: now,
      modifiedAt: now,
      tierId: tierId ?? null,
      tierPeriodStart: now,
      tierPeriodEnd: tierPeriodEnd(program, now),
      referralCode: createReferralCode(),
      referrerId: referrerId ?? null,
    })
    .returning();
  const after = one(created);
  await moveBetweenCounters(tx, program.id, [{ to: after }]);
  await recordMember(tx, program, 'member.create', { after });
  return after.id;
}

/** A change of the fields of the input, and the request or job that makes it. */
export interface MemberUpdate {
  address: MemberAddress;
  input: UpdateMember;
  context: Context;
}

/**
 * Changes members in one transaction, each after the ones before it. They are locked in the order of their
 * creation, so that two transactions can't wait for each other.
 * @returns the internal id of each
 * @throws {LoyaltyApiError} 400; violations of unique constraints are not mapped
 */
export async function updateMembers(
  tx: Queries,
  program: Program,
  updates: readonly MemberUpdate[],
  now: Date,
): Promise<number[]> {
  const locked = await lockMembers(
    tx,
    program.id,
    updates.map(({ address }) => address),
  );
  const current = new Map(locked.map((member) => [member.id, member]));
  const moves = [];
  for (const [index, { id }] of locked.entries()) {
    const { input, context } = updates[index] as MemberUpdate;
    const before = current.get(id) as MemberColumns;
    const after = await runInContext(context, () =>
      updateMember(tx, { program, before, input, now }),
    );
    current.set(id, after);
    moves.push({ from: before, to: after });
  }
  await moveBetweenCounters(tx, program.id, moves);
  return locked.map(({ id }) => id);
}

async function updateMember(
  tx: Queries,
  {
    program,
    before,
    input,
    now,
  }: { program: Program; before: MemberColumns; input: UpdateMember; now: Date },
): Promise<MemberColumns> {
  const changes = toColumns(program, input);
  checkRequired(program, { ...before, ...changes });
  const tierId = await findAssignedTier(tx, program.id, input.current_tier_id);
  const referrerId = await findReferrer(tx, program.id, 'referral_code', input.referral_code);
  // End past periods first, or their check would overwrite the tier that is assigned now.
  if (tierId !== undefined) await endMemberPeriods(tx, program, before.id, now);
  const updated = await tx
    .update(members)
    .set({
      ...changes,
      ...(tierId === undefined ? {} : { tierId }),
      // Ignores the member's own code, which clients send back unchanged.
      ...(referrerId === undefined || referrerId === before.id ? {} : { referrerId }),
      ...(input.custom_attributes
        ? { customAttributes: mergeAttributes(before.customAttributes, input.custom_attributes) }
        : {}),
      modifiedAt: now,
    })
    .where(eq(members.id, before.id))
    .returning();
  const after = one(updated);
  await recordMember(tx, program, 'member.update', { before, after });
  return after;
}

/**
 * Soft-deletes a member. It can't be found afterwards, and its unique values can be used again
 * (decisions.md, 31).
 * @returns the service id
 */
export async function deleteMember(
  tx: Queries,
  { program, address, now }: { program: Program; address: MemberAddress; now: Date },
): Promise<string> {
  const member = await lockMember(tx, program.id, address);
  await tx
    .update(members)
    .set({ deletedAt: now, modifiedAt: now })
    .where(eq(members.id, member.id));
  await recordMember(tx, program, 'member.delete', { before: member });
  await moveBetweenCounters(tx, program.id, [{ from: member }]);
  return member.serviceId;
}

async function findLowestTier(tx: Queries, programId: number): Promise<number | undefined> {
  const [tier] = await tx
    .select({ id: tiers.id })
    .from(tiers)
    .where(eq(tiers.programId, programId))
    .orderBy(asc(tiers.threshold))
    .limit(1);
  return tier?.id;
}

function createReferralCode(): string {
  return Array.from(
    { length: CODE_LENGTH },
    () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)],
  ).join('');
}

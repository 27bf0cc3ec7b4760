import { randomInt } from 'node:crypto';
import { asc, eq } from 'drizzle-orm';
import type { CreateMember, UpdateMember } from '#contract/loyalty/members/member-input.ts';
import { createServiceId } from '#services/loyalty/service-id.ts';
import { members } from '#services/loyalty/tables/members-table.ts';
import type { Program } from '#services/loyalty/tables/programs-table.ts';
import { tiers } from '#services/loyalty/tables/tiers-table.ts';
import { endMemberPeriods } from '#services/loyalty/tiers/end-periods.ts';
import { tierPeriodEnd } from '#services/loyalty/tiers/tier-period.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { memberNotFound } from './get-member.ts';
import { moveBetweenCounters } from './member-counters.ts';
import {
  checkRequired,
  findAssignedTier,
  findReferrer,
  type MemberColumns,
  toColumns,
} from './member-input-columns.ts';
import { type MemberAddress, matchesAddress } from './members-store.ts';
import { mergeAttributes } from './merge-attributes.ts';

// Without letters and digits that people mistake for each other.
const CODE_ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const CODE_LENGTH = 12;

/**
 * Enrols a member, in the lowest tier where none is assigned.
 * @returns the internal id.
 * @throws {LoyaltyApiError} 400 in the value shape; a taken value leaves as a constraint's error.
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
  const [created] = await tx
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
    .returning({ id: members.id });
  await moveBetweenCounters(tx, program.id, { to: input.member_status });
  return created?.id as number;
}

/**
 * Changes what the input holds, all or nothing.
 * @returns the internal id.
 * @throws {LoyaltyApiError} 400; a taken value leaves as a constraint's error.
 */
export async function updateMember(
  tx: Queries,
  {
    program,
    address,
    input,
    now,
  }: { program: Program; address: MemberAddress; input: UpdateMember; now: Date },
): Promise<number> {
  const member = await lockMember(tx, program.id, address);
  const changes: MemberColumns = toColumns(program, input);
  checkRequired(program, { ...member, ...changes });
  const tierId = await findAssignedTier(tx, program.id, input.current_tier_id);
  const referrerId = await findReferrer(tx, program.id, 'referral_code', input.referral_code);
  // The tier is assigned in the period under way: the check at the end of one before is not of it.
  if (tierId !== undefined) await endMemberPeriods(tx, program, member.id, now);
  await tx
    .update(members)
    .set({
      ...changes,
      ...(tierId === undefined ? {} : { tierId }),
      // A member's own code, sent back as it was read, changes nothing.
      ...(referrerId === undefined || referrerId === member.id ? {} : { referrerId }),
      ...(input.custom_attributes
        ? { customAttributes: mergeAttributes(member.customAttributes, input.custom_attributes) }
        : {}),
      modifiedAt: now,
    })
    .where(eq(members.id, member.id));
  await moveBetweenCounters(tx, program.id, {
    from: member.status,
    to: changes.status ?? member.status,
  });
  return member.id;
}

/**
 * Deletes a member: nothing finds it any more, and its unique values are free (decisions.md, 31).
 * @returns the service's id of it.
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
  await moveBetweenCounters(tx, program.id, { from: member.status });
  return member.serviceId;
}

async function lockMember(tx: Queries, programId: number, address: MemberAddress) {
  const [member] = await tx
    .select()
    .from(members)
    .where(matchesAddress(programId, address))
    .for('update');
  if (!member) throw memberNotFound(address);
  return member;
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

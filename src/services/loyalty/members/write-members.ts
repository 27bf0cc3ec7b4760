import { randomInt } from 'node:crypto';
import { asc, eq, sql } from 'drizzle-orm';
import type { CreateMember, UpdateMember } from '#contract/loyalty/members/member-input.ts';
import type { Program } from '#services/loyalty/programs/programs-table.ts';
import { createServiceId } from '#services/loyalty/service-id.ts';
import { endMemberPeriods } from '#services/loyalty/tiers/end-periods.ts';
import { tierPeriodEnd } from '#services/loyalty/tiers/tier-period.ts';
import { tiers } from '#services/loyalty/tiers/tiers-table.ts';
import { auditEvents } from '#services/platform/audit/audit-events-table.ts';
import { type Context, runInContext } from '#services/platform/context.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { jsonRows } from '#services/platform/database/json-rows.ts';
import { recordMember, toMemberAudit } from './audit-member.ts';
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

/** A new member, and the request or job that adds it. */
interface NewMember {
  input: CreateMember;
  context: Context;
}

/**
 * Enrolls members, in the lowest tier unless one is assigned.
 * @returns the internal id of each
 * @throws {LoyaltyApiError} 400 in the value shape; violations of unique constraints are not mapped
 */
export async function createMembers(
  tx: Queries,
  program: Program,
  added: readonly NewMember[],
  now: Date,
): Promise<number[]> {
  const lowestTier = await findLowestTier(tx, program.id);
  const rows: (typeof members.$inferInsert)[] = [];
  for (const { input } of added) {
    const columns = toColumns(program, input);
    checkRequired(program, columns);
    const tierId = (await findAssignedTier(tx, program.id, input.current_tier_id)) ?? lowestTier;
    const referrerId = await findReferrer(tx, program.id, 'referrer_code', input.referrer_code);
    rows.push({
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
    });
  }
  const created = await tx.insert(members).values(rows).returning();
  const events = [];
  for (const [index, after] of created.entries()) {
    const { context } = added[index] as NewMember;
    const record = () => toMemberAudit(tx, program, 'member.create', { after });
    events.push(...(await runInContext(context, record)));
  }
  await tx.insert(auditEvents).values(events);
  return created.map(({ id }) => id);
}

/** A change of the fields of the input, and the request or job that makes it. */
interface MemberUpdate {
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
  const changed = new Map<number, Partial<MemberColumns>>();
  const events = [];
  for (const [index, { id }] of locked.entries()) {
    const { input, context } = updates[index] as MemberUpdate;
    const before = current.get(id) as MemberColumns;
    const changes = await toChanges(tx, { program, before, input, now });
    const after = { ...before, ...changes };
    current.set(id, after);
    changed.set(id, { ...changed.get(id), ...changes });
    const record = () => toMemberAudit(tx, program, 'member.update', { before, after });
    events.push(...(await runInContext(context, record)));
  }
  await writeChanges(tx, changed);
  if (events.length > 0) await tx.insert(auditEvents).values(events);
  return locked.map(({ id }) => id);
}

/** The columns that an update changes. */
async function toChanges(
  tx: Queries,
  {
    program,
    before,
    input,
    now,
  }: { program: Program; before: MemberColumns; input: UpdateMember; now: Date },
): Promise<Partial<MemberColumns>> {
  const changes = toColumns(program, input);
  checkRequired(program, { ...before, ...changes });
  const tierId = await findAssignedTier(tx, program.id, input.current_tier_id);
  const referrerId = await findReferrer(tx, program.id, 'referral_code', input.referral_code);
  // End past periods first, or their check would overwrite the tier that is assigned now.
  if (tierId !== undefined) await endMemberPeriods(tx, program, before.id, now);
  return {
    ...changes,
    ...(tierId === undefined ? {} : { tierId }),
    // Ignores the member's own code, which clients send back unchanged.
    ...(referrerId === undefined || referrerId === before.id ? {} : { referrerId }),
    ...(input.custom_attributes
      ? { customAttributes: mergeAttributes(before.customAttributes, input.custom_attributes) }
      : {}),
    modifiedAt: now,
  };
}

/** In one statement for all members whose changes are of the same columns. */
async function writeChanges(
  tx: Queries,
  changed: ReadonlyMap<number, Partial<MemberColumns>>,
): Promise<void> {
  const rows = [...changed].map(([id, changes]) => ({ id, ...changes }));
  const namesOf = (row: object) => Object.keys(row).sort().join();
  for (const group of Map.groupBy(rows, namesOf).values()) {
    const { id: _, ...changes } = group[0] as { id: number } & Partial<MemberColumns>;
    const assignments = Object.keys(changes).map((key) => {
      const name = sql.identifier(members[key as keyof MemberColumns].name);
      return sql`${name} = changed.${name}`;
    });
    await tx.execute(sql`
      update ${members} set ${sql.join(assignments, sql`, `)}
      from ${jsonRows(members, group).source} as changed
      where ${members.id} = changed.id`);
  }
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

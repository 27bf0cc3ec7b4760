import { and, asc, count, eq, gt, isNull, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { tiers } from '#services/loyalty/tiers/tiers-table.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { memberCounters, memberTagCounters } from './counters/member-counters-table.ts';
import { isWithoutDates, type MemberFilters, matchesFilters, tagged } from './member-filters.ts';
import { members } from './members-table.ts';

const referrers = alias(members, 'referrers');

/** Members with their tier and referrer. */
function selectMembers(db: Queries) {
  return db
    .select({
      member: members,
      tier: { serviceId: tiers.serviceId, name: tiers.name, translations: tiers.translations },
      referrer: {
        serviceId: referrers.serviceId,
        referralCode: referrers.referralCode,
        firstName: referrers.firstName,
        lastName: referrers.lastName,
      },
    })
    .from(members)
    .leftJoin(tiers, eq(tiers.id, members.tierId))
    .leftJoin(referrers, and(eq(referrers.id, members.referrerId), isNull(referrers.deletedAt)));
}
export type MemberRow = Awaited<ReturnType<typeof selectMembers>>[number];

/** A keyset page of members in the order of their creation. */
export function listMembers(
  db: Queries,
  programId: number,
  filters: MemberFilters,
  { afterId, limit }: { afterId: number; limit: number },
): Promise<MemberRow[]> {
  return selectMembers(db)
    .where(and(matchesFilters(programId, filters), gt(members.id, afterId)))
    .orderBy(asc(members.id))
    .limit(limit);
}

/**
 * Counts matching members. For `contain_none_of` it subtracts the members with any of the tags from
 * all, because both counts can use an index.
 */
export async function countMembers(
  db: Queries,
  programId: number,
  filters: MemberFilters,
): Promise<number> {
  const { member_tags: tags, ...others } = filters;
  if (tags?.mode === 'contain_none_of') {
    const all = await countMembers(db, programId, others);
    const some: MemberFilters = { ...others, member_tags: { ...tags, mode: 'contain_any_of' } };
    return all - (await countMembers(db, programId, some));
  }
  const [row] = await selectTotal(db, programId, filters);
  return row?.total ?? 0;
}

/** From the counters if no dates are filtered, otherwise from the members. */
function selectTotal(db: Queries, programId: number, filters: MemberFilters) {
  const { member_status: status, member_tags: tags } = filters;
  if (!isWithoutDates(filters)) {
    return db.select({ total: count() }).from(members).where(matchesFilters(programId, filters));
  }
  if (!tags) {
    return db
      .select({ total: memberCounters.total })
      .from(memberCounters)
      .where(and(eq(memberCounters.programId, programId), eq(memberCounters.status, status)));
  }
  return db
    .select({ total: sql`coalesce(sum(${memberTagCounters.total}), 0)`.mapWith(Number) })
    .from(memberTagCounters)
    .where(
      and(
        eq(memberTagCounters.programId, programId),
        eq(memberTagCounters.status, status),
        tagged(memberTagCounters.tags, tags),
      ),
    );
}

/** A member's id in a path: the operator's own id if `idParam` is set, otherwise the service id. */
export interface MemberAddress {
  member: string;
  idParam: 'member_id' | undefined;
}

/** Matches one member of a program; deleted members never match. */
export function matchesAddress(
  programId: number,
  { member, idParam }: MemberAddress,
): SQL | undefined {
  return and(
    eq(members.programId, programId),
    eq(idParam === 'member_id' ? members.memberId : members.serviceId, member),
    isNull(members.deletedAt),
  );
}

export async function findMember(
  db: Queries,
  condition: SQL | undefined,
): Promise<MemberRow | undefined> {
  const [row] = await listMembersWhere(db, condition);
  return row;
}

/** In the order of their creation. */
export function listMembersWhere(db: Queries, condition: SQL | undefined): Promise<MemberRow[]> {
  return selectMembers(db).where(condition).orderBy(asc(members.id));
}

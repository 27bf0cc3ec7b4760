import { setImmediate as nextTurn } from 'node:timers/promises';
import { and, asc, count, eq, gt, gte, isNull, lt, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { tiers } from '#services/loyalty/tiers/tiers-table.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { prepared } from '#services/platform/database/prepared.ts';
import {
  memberCounters,
  memberDayCounters,
  memberTagCounters,
} from './counters/member-counters-table.ts';
import {
  isFilteredBeyondStatus,
  type MemberFilters,
  matchesFilters,
  tagged,
} from './member-filters.ts';
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

const pageOfStatus = prepared((db) =>
  selectMembers(db)
    .where(
      and(
        eq(members.programId, sql.placeholder('programId')),
        eq(members.status, sql.placeholder('status')),
        isNull(members.deletedAt),
        gt(members.id, sql.placeholder('afterId')),
      ),
    )
    .orderBy(asc(members.id))
    .limit(sql.placeholder('limit'))
    .prepare('loyalty_members_of_status'),
);

/** A keyset page of members in the order of their creation. */
function listMembers(
  db: Queries,
  programId: number,
  filters: MemberFilters,
  { afterId, limit }: { afterId: number; limit: number },
): Promise<MemberRow[]> {
  if (!isFilteredBeyondStatus(filters)) {
    const { member_status: status } = filters;
    return pageOfStatus(db).execute({ programId, status, afterId, limit });
  }
  return selectMembers(db)
    .where(and(matchesFilters(programId, filters), gt(members.id, afterId)))
    .orderBy(asc(members.id))
    .limit(limit);
}

/** Members are read in parts, so that large ones don't fill the memory. */
const PART_ROWS = 250;
/** The attributes and tags of a page's members, which may be 70 KB for each, have up to this many bytes. */
const PAGE_MAX_BYTES = 4 * 1024 * 1024;

/**
 * A page of up to `count` members. It ends early if its members are large, but has at least one.
 * @returns `more`: whether there is another page
 */
export async function listMembersPage(
  db: Queries,
  programId: number,
  filters: MemberFilters,
  { afterId, count: maximum }: { afterId: number; count: number },
): Promise<{ rows: MemberRow[]; more: boolean }> {
  const rows: MemberRow[] = [];
  let bytes = 0;
  for (;;) {
    // One extra row shows whether there is a next page.
    const limit = Math.min(PART_ROWS, maximum + 1 - rows.length);
    const lastId = rows.at(-1)?.member.id ?? afterId;
    const part = await listMembers(db, programId, filters, { afterId: lastId, limit });
    for (const row of part) {
      if (rows.length === maximum || bytes >= PAGE_MAX_BYTES) return { rows, more: true };
      rows.push(row);
      bytes += sizeOf(row);
    }
    if (part.length < limit) return { rows, more: false };
    // The embedded database works on this thread: other requests are due.
    await nextTurn();
  }
}

function sizeOf({ member: { customAttributes, tags } }: MemberRow): number {
  return JSON.stringify(customAttributes).length + JSON.stringify(tags).length;
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
  const [row] = isFilteredBeyondStatus(filters)
    ? await selectTotal(db, programId, filters)
    : await totalOfStatus(db).execute({ programId, status: filters.member_status });
  return row?.total ?? 0;
}

const totalOfStatus = prepared((db) =>
  db
    .select({ total: memberCounters.total })
    .from(memberCounters)
    .where(
      and(
        eq(memberCounters.programId, sql.placeholder('programId')),
        eq(memberCounters.status, sql.placeholder('status')),
      ),
    )
    .prepare('loyalty_members_total_of_status'),
);

/** Counts the members, from counters if the list is filtered by tags or by days of enrollment alone. */
function selectTotal(db: Queries, programId: number, filters: MemberFilters) {
  const { member_status: status, member_tags: tags, enrolment_date: enrolled } = filters;
  if (filters.last_modified_date || (tags && enrolled)) {
    return db.select({ total: count() }).from(members).where(matchesFilters(programId, filters));
  }
  const counters = tags ? memberTagCounters : memberDayCounters;
  return db
    .select({ total: sql`coalesce(sum(${counters.total}), 0)`.mapWith(Number) })
    .from(counters)
    .where(
      and(
        eq(counters.programId, programId),
        eq(counters.status, status),
        tags && tagged(memberTagCounters.tags, tags),
        enrolled?.from ? gte(memberDayCounters.day, enrolled.from) : undefined,
        enrolled?.to ? lt(memberDayCounters.day, enrolled.to) : undefined,
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

import { and, arrayContains, arrayOverlaps, eq, gte, isNull, lt, not, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { DateRange, TagFilter } from '#contract/loyalty/members/member-filters.ts';
import type { ListMembersQuery } from '#contract/loyalty/members/members.ts';
import { members } from '#services/loyalty/tables/members-table.ts';

export type MemberFilters = Pick<
  ListMembersQuery,
  'member_status' | 'enrolment_date' | 'last_modified_date' | 'member_tags'
>;

/** The members of a program that all filters let through. */
export function matchesFilters(programId: number, filters: MemberFilters): SQL | undefined {
  return and(
    eq(members.programId, programId),
    eq(members.status, filters.member_status),
    isNull(members.deletedAt),
    ...within(members.enrolledAt, filters.enrolment_date),
    ...within(members.modifiedAt, filters.last_modified_date),
    filters.member_tags && tagged(filters.member_tags),
  );
}

/** Whether the status alone decides, so that a counter knows the total. */
export function isByStatusOnly(filters: MemberFilters): boolean {
  return !filters.enrolment_date && !filters.last_modified_date && !filters.member_tags;
}

/** What tells one list from another; the order of tags makes no difference. */
export function listKey(programId: number, filters: MemberFilters): string {
  const { member_status, enrolment_date, last_modified_date, member_tags } = filters;
  return JSON.stringify([
    programId,
    member_status,
    enrolment_date ?? null,
    last_modified_date ?? null,
    member_tags ? [member_tags.mode, [...member_tags.tags].sort()] : null,
  ]);
}

/** Whole UTC days: `from` belongs to the range, `to` doesn't. */
function within(column: PgColumn, range: DateRange | undefined): SQL[] {
  const bounds = [];
  if (range?.from) bounds.push(gte(column, startOfDay(range.from)));
  if (range?.to) bounds.push(lt(column, startOfDay(range.to)));
  return bounds;
}

function startOfDay(day: string): Date {
  return new Date(`${day}T00:00:00Z`);
}

function tagged({ mode, tags }: TagFilter): SQL {
  switch (mode) {
    case 'contain_all_of':
      return arrayContains(members.tags, [...tags]);
    case 'contain_any_of':
      return arrayOverlaps(members.tags, [...tags]);
    case 'contain_none_of':
      return not(arrayOverlaps(members.tags, [...tags]));
  }
}

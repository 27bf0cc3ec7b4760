import { and, arrayContains, arrayOverlaps, eq, gte, isNull, lt, not, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { DateRange, TagFilter } from '#contract/loyalty/members/member-filters.ts';
import type { ListMembersQuery } from '#contract/loyalty/members/members.ts';
import { members } from './members-table.ts';

export type MemberFilters = Pick<
  ListMembersQuery,
  'member_status' | 'enrolment_date' | 'last_modified_date' | 'member_tags'
>;

export function matchesFilters(programId: number, filters: MemberFilters): SQL | undefined {
  return and(
    eq(members.programId, programId),
    eq(members.status, filters.member_status),
    isNull(members.deletedAt),
    ...within(members.enrolledAt, filters.enrolment_date),
    ...within(members.modifiedAt, filters.last_modified_date),
    filters.member_tags && tagged(members.tags, filters.member_tags),
  );
}

/** Whether anything but the status is filtered. */
export function isFilteredBeyondStatus(filters: MemberFilters): boolean {
  const { enrolment_date, last_modified_date, member_tags } = filters;
  return Boolean(enrolment_date ?? last_modified_date ?? member_tags);
}

/** Identifies a list by its program and filters; the order of tags doesn't matter. */
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

/** UTC days; `from` is inclusive, `to` exclusive. */
function within(column: PgColumn, range: DateRange | undefined): SQL[] {
  const bounds = [];
  if (range?.from) bounds.push(gte(column, startOfDay(range.from)));
  if (range?.to) bounds.push(lt(column, startOfDay(range.to)));
  return bounds;
}

function startOfDay(day: string): Date {
  return new Date(`${day}T00:00:00Z`);
}

/** @param column the tags of a member, or of several */
export function tagged(column: PgColumn, { mode, tags }: TagFilter): SQL {
  switch (mode) {
    case 'contain_all_of':
      return arrayContains(column, [...tags]);
    case 'contain_any_of':
      return arrayOverlaps(column, [...tags]);
    case 'contain_none_of':
      return not(arrayOverlaps(column, [...tags]));
  }
}

import { type SQL, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { listMembersQuery } from '#contract/loyalty/members/members.ts';
import { listKey, type MemberFilters } from '#services/loyalty/members/member-filters.ts';
import { PROGRAM_ID } from './grow-members.ts';

/** Rows per page: the API's default. */
export const PAGE_ROWS = 100;

/** A list as an API request and as the equivalent plain SQL. */
interface MemberList {
  name: string;
  /** Parameters of the request, without the cursor. */
  query: Record<string, string>;
  condition: SQL;
}

export const ACTIVE_MEMBERS: MemberList = {
  name: 'active members',
  query: {},
  condition: sql`member.status = 'active'`,
};

/** Each filter of the list separately. */
export const FILTERED_LISTS: readonly MemberList[] = [
  {
    name: 'member_status',
    query: { member_status: 'blocked' },
    condition: sql`member.status = 'blocked'`,
  },
  {
    name: 'enrolment_date, one month',
    query: { enrolment_date: '{"between":"02/01/2026-02/28/2026"}' },
    condition: sql`member.status = 'active' and member.enrolled_at >= '2026-02-01Z' and member.enrolled_at < '2026-03-01Z'`,
  },
  {
    name: 'enrolment_date, two years',
    query: { enrolment_date: '{"gte":"03/18/2024"}' },
    condition: sql`member.status = 'active' and member.enrolled_at >= '2024-03-18Z'`,
  },
  {
    name: 'last_modified_date, one week',
    query: { last_modified_date: '{"gte":"03/11/2026"}' },
    condition: sql`member.status = 'active' and member.modified_at >= '2026-03-11Z'`,
  },
  ...(
    [
      ['contain_any_of', sql`member.tags && '{vip,newsletter}'`],
      ['contain_all_of', sql`member.tags @> '{vip,newsletter}'`],
      ['contain_none_of', sql`not member.tags && '{vip,newsletter}'`],
    ] as const
  ).map(([operator, condition]) => ({
    name: `member_tags, ${operator}`,
    query: { member_tags: JSON.stringify({ [operator]: 'vip,newsletter' }) },
    condition: sql`member.status = 'active' and ${condition}`,
  })),
];

/** The filters of a list as the service parses them. */
export function filtersOf({ query }: MemberList): MemberFilters {
  return z.parse(listMembersQuery, query);
}

/** What a list's cursors are bound to. */
export function cursorKey(list: MemberList): string {
  return listKey(PROGRAM_ID, filtersOf(list));
}

/** The rows of a page, by the simplest possible query. */
export function pageSql({ condition }: MemberList, afterId: number): SQL {
  return sql`
    select member.*, tier.service_id as tier_service_id, tier.name as tier_name,
      referrer.referral_code, referrer.first_name, referrer.last_name
    from loyalty_members member
    left join loyalty_tiers tier on tier.id = member.tier_id
    left join loyalty_members referrer on referrer.id = member.referrer_id
    where ${matchingSql(condition)} and member.id > ${afterId}
    order by member.id limit ${PAGE_ROWS + 1}`;
}

/** The total, counted by SQL. */
export function totalSql({ condition }: MemberList): SQL {
  return sql`select count(*) from loyalty_members member where ${matchingSql(condition)}`;
}

/** The id after which the second to last page begins. */
export function deepIdSql({ condition }: MemberList): SQL {
  return sql`select member.id from loyalty_members member where ${matchingSql(condition)}
    order by member.id desc offset ${PAGE_ROWS * 2} limit 1`;
}

function matchingSql(condition: SQL): SQL {
  return sql`member.program_id = ${PROGRAM_ID} and member.deleted_at is null and ${condition}`;
}

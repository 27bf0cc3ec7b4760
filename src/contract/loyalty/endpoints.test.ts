import { describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { getActivity, listActivities, listMemberActivities } from './activities.ts';
import { dateFilter, tagFilter } from './members/member-filters.ts';
import { deleteMember, getMember, listMembers, memberOf, updateMember } from './members/members.ts';

function issuePaths(schema: z.ZodMiniType, query: unknown) {
  return schema.safeParse(query).error?.issues.map((issue) => issue.path.join('.')) ?? [];
}

describe('the query of the members list', () => {
  test('has defaults and ignores unknown parameters', () => {
    expect(listMembers.query.parse({ colour: 'red' })).toEqual({
      count: 100,
      member_status: 'active',
    });
  });

  test('parses day ranges and tags', () => {
    const query = listMembers.query.parse({
      count: '1000',
      enrollment_date: dateFilter({ gte: '01/31/2026' }),
      member_tags: tagFilter({ mode: 'contain_none_of', tags: ['vip'] }),
    });
    expect(query).toMatchObject({
      count: 1000,
      enrolment_date: { from: '2026-01-31', to: null },
      member_tags: { mode: 'contain_none_of', tags: ['vip'] },
    });
    expect(query).not.toHaveProperty('enrollment_date');
  });

  const day = dateFilter({ eq: '01/31/2026' });
  test.each([
    ['count', { count: '0' }],
    ['count', { count: '1001' }],
    ['count', { count: '1e2' }],
    ['count', { count: 2.5 }],
    ['count', { count: ['1', '2'] }],
    ['start_cursor', { start_cursor: ['a', 'b'] }],
    ['enrolment_date', { enrolment_date: '{"eq":"02/30/2026"}' }],
    ['enrollment_date', { enrollment_date: '{}' }],
    ['enrollment_date', { enrolment_date: day, enrollment_date: day }],
    ['last_modified_date', { last_modified_date: 'today' }],
    ['member_status', { member_status: 'deleted' }],
    ['member_tags', { member_tags: 'vip' }],
  ])('is rejected with the name of an invalid %s: %j', (parameter, query) => {
    expect(issuePaths(listMembers.query, query)).toEqual([parameter]);
  });
});

describe('the queries of activities', () => {
  test('start at the first activity by default', () => {
    expect(listActivities.query.parse({})).toEqual({ start_cursor: 0, count: 100 });
    expect(listActivities.query.parse({ start_cursor: '40' })).toMatchObject({ start_cursor: 40 });
  });

  test.each(['-1', 'x', '1.5', '2147483648'])('reject the cursor %s', (start_cursor) => {
    expect(issuePaths(listActivities.query, { start_cursor })).toEqual(['start_cursor']);
  });

  test('require an activity_id to retrieve one', () => {
    expect(issuePaths(getActivity.query, {})).toEqual(['idParam']);
    expect(issuePaths(getActivity.query, { idParam: 'activity_id' })).toEqual([]);
  });
});

test.each([getMember, updateMember, deleteMember, listMemberActivities])(
  '$id accepts both kinds of member ids',
  ({ query, params }) => {
    expect(issuePaths(query, {})).toEqual([]);
    expect(issuePaths(query, { idParam: 'member_id' })).toEqual([]);
    expect(issuePaths(query, { idParam: 'email' })).toEqual(['idParam']);
    expect(issuePaths(params, { member: 'M\0' })).toEqual(['member']);
  },
);

test('the response to an update is the member, with or without an envelope', () => {
  const member = { id: '1', member_id: 'M-1', member_status: 'active', shoe_size: 42 };
  const bare = updateMember.response.parse({ ...member, success: true });
  const wrapped = updateMember.response.parse({ data: member, success: true });
  expect(memberOf(bare)).toEqual(member);
  expect(memberOf(wrapped)).toEqual(member);
});

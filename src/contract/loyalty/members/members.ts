import * as z from 'zod/mini';
import { definePublishedEndpoint } from '#contract/endpoint.ts';
import { listFields, successOf } from '#contract/loyalty/envelope.ts';
import {
  countParameter,
  languageParameter,
  memberIdParameter,
  memberParams,
} from '#contract/loyalty/parameters.ts';
import { text } from '#contract/loyalty/text.ts';
import { openEnum } from '#contract/open-enum.ts';
import type { ReadOf } from '#contract/readers/reader-types.ts';
import { type Member, memberSchema } from './member.ts';
import { dateRangeParameter, tagFilterParameter } from './member-filters.ts';
import { createMemberSchema, memberStatus, updateMemberSchema } from './member-input.ts';

const MEMBERS_TAG = 'Loyalty members';

/**
 * The query of the members list. The alias `enrollment_date` is parsed as `enrolment_date`
 * (decisions.md, 29).
 */
export const listMembersQuery = z.pipe(
  z.object({
    start_cursor: z.optional(text()),
    count: countParameter,
    enrolment_date: z.optional(dateRangeParameter),
    enrollment_date: z.optional(dateRangeParameter),
    last_modified_date: z.optional(dateRangeParameter),
    member_status: z._default(memberStatus, 'active'),
    member_tags: z.optional(tagFilterParameter),
    language: languageParameter,
  }),
  z.transform(({ enrollment_date, ...query }, context) => {
    if (enrollment_date !== undefined && query.enrolment_date !== undefined) {
      context.issues.push({
        code: 'custom',
        path: ['enrollment_date'],
        message: 'Must not be given together with enrolment_date',
        input: query,
      });
    }
    return { ...query, enrolment_date: query.enrolment_date ?? enrollment_date };
  }),
);
export type ListMembersQuery = z.output<typeof listMembersQuery>;

const memberQuery = z.object({ idParam: memberIdParameter, language: languageParameter });

export const listMembers = definePublishedEndpoint({
  id: 'listMembers',
  method: 'GET',
  path: '/loyalty/members',
  tag: MEMBERS_TAG,
  query: listMembersQuery,
  response: successOf(
    z.looseObject({ ...listFields, members: z.array(memberSchema), next_cursor: z.string() }),
  ),
});

export const createMember = definePublishedEndpoint({
  id: 'createMember',
  method: 'POST',
  path: '/loyalty/members',
  tag: MEMBERS_TAG,
  query: z.object({ language: languageParameter }),
  body: createMemberSchema,
  bodyMaxBytes: 1024 * 1024,
  response: successOf(memberSchema),
});

export const getMember = definePublishedEndpoint({
  id: 'getMember',
  method: 'GET',
  path: '/loyalty/members/:member',
  tag: MEMBERS_TAG,
  params: memberParams,
  query: memberQuery,
  response: successOf(memberSchema),
});

const updatedMemberSchema = z.extend(memberSchema, { success: z.optional(z.boolean()) });

export const updateMember = definePublishedEndpoint({
  id: 'updateMember',
  method: 'POST',
  path: '/loyalty/members/:member',
  tag: MEMBERS_TAG,
  params: memberParams,
  query: memberQuery,
  body: updateMemberSchema,
  bodyMaxBytes: 1024 * 1024,
  // The specification has the bare member here, but some programs send the envelope.
  response: z.union([successOf(memberSchema), updatedMemberSchema]),
});

export const deleteMember = definePublishedEndpoint({
  id: 'deleteMember',
  method: 'DELETE',
  path: '/loyalty/members/:member',
  tag: MEMBERS_TAG,
  params: memberParams,
  query: z.object({ idParam: memberIdParameter }),
  response: successOf(z.looseObject({ id: z.string(), member_status: openEnum(['deleted']) })),
});

/** The member of a response, with or without an envelope (decisions.md, 27). */
export function memberOf(body: ReadOf<typeof updateMember.response>): Member {
  const { success: _, ...member } = (body.data ?? body) as Member;
  return member;
}

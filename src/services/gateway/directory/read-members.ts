import * as z from 'zod/mini';
import { listFields, successOf } from '#contract/loyalty/envelope.ts';
import { type Member, memberSchema } from '#contract/loyalty/members/member.ts';
import { getMember, listMembers } from '#contract/loyalty/members/members.ts';
import type { LoyaltyClient } from '#services/gateway/loyalty/loyalty-client.ts';
import type { Clock } from '#services/platform/clock.ts';

/** The largest page of the Admin API. */
export const PAGE_SIZE = 1_000;

// Members are parsed one by one: a single unreadable one must not stop a crawl.
const listUnparsed = {
  ...listMembers,
  response: successOf(
    z.looseObject({
      ...listFields,
      members: z.array(z.unknown()),
      next_cursor: z.optional(z.nullable(z.string())),
    }),
  ),
};
const getUnparsed = { ...getMember, response: successOf(z.unknown()) };

export interface Page {
  members: Member[];
  /** Where the members that can't be read don't match the contract, such as `tier_info`. */
  unreadable: string[];
  readAt: Date;
  total: number;
  /** Undefined after the last page. */
  next: string | undefined;
}

export async function readPage(
  { client, clock }: { client: LoyaltyClient; clock: Clock },
  query: Record<string, string>,
  cursor: string | null = null,
): Promise<Page> {
  const readAt = clock.now();
  const { data } = await client.call(listUnparsed, {
    query: {
      count: String(PAGE_SIZE),
      ...query,
      ...(cursor === null ? {} : { start_cursor: cursor }),
    },
  });
  const parsed = data.members.map((member) => z.safeParse(memberSchema, member));
  const members = parsed.flatMap((each) => (each.success ? [each.data] : []));
  const unreadable = parsed.flatMap(({ error }) => error?.issues[0]?.path.join('.') ?? []);
  const hasNext = data.more && data.members.length > 0 && data.next_cursor !== cursor;
  const next = (hasNext && data.next_cursor) || undefined;
  return { members, unreadable, readAt, total: data.total, next };
}

/**
 * @returns undefined if the member can't be read
 * @throws {LoyaltyCallError} 400, 404 if the service doesn't know it
 */
export async function readMember(client: LoyaltyClient, id: string): Promise<Member | undefined> {
  const { data } = await client.call(getUnparsed, { params: { member: id } });
  return z.safeParse(memberSchema, data).data;
}

import type { StopReason } from '#contract/gateway/directory.ts';
import type { Member } from '#contract/loyalty/members/member.ts';
import { getMember, listMembers } from '#contract/loyalty/members/members.ts';
import { hasNoId } from '#contract/reader.ts';
import type { LoyaltyClient } from '#services/gateway/loyalty/loyalty-client.ts';
import type { Clock } from '#services/platform/clock.ts';

/** The largest page of the Admin API. */
export const PAGE_SIZE = 1_000;

export interface Page {
  members: Member[];
  /** How many others were sent without any id. Nothing can be requested of them. */
  withoutId: number;
  readAt: Date;
  total: number;
  /** Undefined after the last page. */
  next: string | undefined;
  /** Why it can't be continued although the service has more; undefined if it can, or has no more. */
  stopReason: StopReason | undefined;
}

export async function readPage(
  { client, clock }: { client: LoyaltyClient; clock: Clock },
  query: Record<string, string>,
  cursor: string | null = null,
): Promise<Page> {
  const readAt = clock.now();
  const { data } = await client.call(listMembers, {
    query: {
      count: String(PAGE_SIZE),
      ...query,
      ...(cursor === null ? {} : { start_cursor: cursor }),
    },
  });
  const members = data.members
    .filter((member) => !hasNoId(member))
    .map((member) => ({ ...member, member_status: member.member_status ?? query.member_status }));
  const withoutId = data.members.length - members.length;
  return { members, withoutId, readAt, total: data.total ?? 0, ...findNext(data, cursor) };
}

/** An empty page is followed only if the service says that there are more. */
function findNext(
  data: {
    more?: boolean | undefined;
    next_cursor?: string | undefined;
    members: readonly unknown[];
  },
  cursor: string | null,
): Pick<Page, 'next' | 'stopReason'> {
  const next = data.next_cursor || undefined;
  const isNew = next !== undefined && next !== cursor;
  if (data.more === true) {
    const reason = next === undefined ? 'cursor_missing' : 'cursor_repeated';
    return isNew ? { next, stopReason: undefined } : { next: undefined, stopReason: reason };
  }
  const hasNext = data.more !== false && data.members.length > 0 && isNew;
  return { next: hasNext ? next : undefined, stopReason: undefined };
}

/** @throws {LoyaltyCallError} 400, 404 if the service doesn't know it */
export async function readMember(client: LoyaltyClient, id: string): Promise<Member> {
  return (await client.call(getMember, { params: { member: id } })).data;
}

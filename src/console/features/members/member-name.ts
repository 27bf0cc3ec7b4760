import { paths } from '#console/paths.ts';
import type { Member } from '#contract/loyalty/members/member.ts';

type NamedMember = Pick<Member, 'id' | 'member_id' | 'first_name' | 'last_name' | 'email_address'>;
type IdentifiedMember = Pick<Member, 'id' | 'member_id'>;

/** The member's full name; the email address or the member ID if there is none. Never blank. */
export function memberName(member: NamedMember): string {
  const name = `${member.first_name ?? ''} ${member.last_name ?? ''}`.trim();
  return name || member.email_address || member.member_id.trim() || `Member ${member.id}`;
}

/** Member IDs that a path segment can't hold, or that another page's path uses. */
const RESERVED_SEGMENTS = new Set(['', '.', '..', 'new', 'import']);

/** Path of a member's page. Uses the member ID, the one that users know. */
export function memberPath(teamId: string, member: IdentifiedMember): string {
  return paths.member(teamId, pathSegment(member));
}

/** Path of the panel that edits a member over the list. */
export function editInListPath(teamId: string, member: Member): string {
  return paths.editMemberInList(teamId, pathSegment(member));
}

/** Path of the panel that edits a member over the member's page. */
export function editMemberPath(teamId: string, member: Member): string {
  return paths.editMember(teamId, pathSegment(member));
}

function pathSegment({ id, member_id }: IdentifiedMember): string {
  return RESERVED_SEGMENTS.has(member_id) ? id : member_id;
}

import { paths } from '#console/paths.ts';
import type { Member } from '#contract/loyalty/members/member.ts';

/** What a member is called: the name, else the e-mail address, else the operator's id. */
export function memberName(member: Member): string {
  const name = `${member.first_name ?? ''} ${member.last_name ?? ''}`.trim();
  return name || member.email_address || member.member_id;
}

/** Ids that an address can't hold, or that stand for another page there. */
const NO_ADDRESS = new Set(['', '.', '..', 'new']);

/** The address of a member's page: by the id that people know, where an address can hold it. */
export function memberPath(teamId: string, member: Member): string {
  return paths.member(teamId, addressId(member));
}

/** The address of the panel in which a member is edited. */
export function editMemberPath(teamId: string, member: Member): string {
  return paths.editMember(teamId, addressId(member));
}

function addressId({ id, member_id }: Member): string {
  return NO_ADDRESS.has(member_id) ? id : member_id;
}

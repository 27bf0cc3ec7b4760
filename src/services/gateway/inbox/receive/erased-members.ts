import { and, arrayOverlaps, eq, inArray } from 'drizzle-orm';
import { directoryMembers } from '#services/gateway/directory/directory-members-table.ts';
import { loyaltyConnections } from '#services/gateway/loyalty/loyalty-connections-table.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { erasures } from '#services/platform/personal-data/erasures-table.ts';
import { digestMember, type MemberKeys } from '#services/platform/personal-data/member-digests.ts';
import type { Encryption } from '#services/platform/secrets/encryption.ts';

/**
 * Looks up which members of a request to a team were erased, so that a late event doesn't bring one back. The
 * service's id decides; without it, the operator's ID, unless a member has it now.
 */
export async function findErasedMembers(
  db: Queries,
  encryption: Pick<Encryption, 'digests'>,
  teamId: number,
  members: readonly MemberKeys[],
): Promise<(member: MemberKeys) => boolean> {
  const isNever = () => false;
  if (members.length === 0) return isNever;
  const [program] = await db
    .select({ baseUrl: loyaltyConnections.baseUrl, partnerId: loyaltyConnections.partnerId })
    .from(loyaltyConnections)
    .where(eq(loyaltyConnections.teamId, teamId));
  if (!program) return isNever;
  const digestsOf = (member: MemberKeys) => {
    const { ofServiceId, ofMemberId } = digestMember(encryption, program, member);
    return member.serviceId === null ? ofMemberId : ofServiceId;
  };
  const digests = [...new Set(members.flatMap(digestsOf))];
  if (digests.length === 0) return isNever;
  const rows = await db
    .select({ digests: erasures.memberDigests })
    .from(erasures)
    .where(arrayOverlaps(erasures.memberDigests, digests));
  const erased = new Set(rows.flatMap((row) => row.digests));
  if (erased.size === 0) return isNever;
  const isFound = (member: MemberKeys) => digestsOf(member).some((digest) => erased.has(digest));
  const memberIds = members.flatMap((member) =>
    member.serviceId === null && isFound(member) ? (member.memberId ?? []) : [],
  );
  const used = await listUsedIds(db, teamId, memberIds);
  return (member) =>
    isFound(member) && (member.serviceId !== null || !used.has(member.memberId ?? ''));
}

async function listUsedIds(db: Queries, team: number, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const { teamId, memberId } = directoryMembers;
  const rows = await db
    .select({ memberId })
    .from(directoryMembers)
    .where(and(eq(teamId, team), inArray(memberId, ids)));
  return new Set(rows.map((row) => row.memberId));
}

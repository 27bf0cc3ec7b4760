import { and, arrayOverlaps, eq, inArray, sql } from 'drizzle-orm';
import { directoryMembers } from '#services/gateway/directory/directory-members-table.ts';
import { directoryStates } from '#services/gateway/directory/directory-states-table.ts';
import { lastSeenAt } from '#services/gateway/directory/sightings.ts';
import { loyaltyConnections } from '#services/gateway/loyalty/loyalty-connections-table.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { erasures } from '#services/platform/personal-data/erasures-table.ts';
import { digestMember, type MemberKeys } from '#services/platform/personal-data/member-digests.ts';
import type { Encryption } from '#services/platform/secrets/encryption.ts';

/**
 * Looks up which members of a request to a team were erased, so that a late event doesn't bring one back. The
 * service's id decides; without it, the operator's ID, unless another member was seen with it since.
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
    .select({ digests: erasures.memberDigests, requestedAt: erasures.requestedAt })
    .from(erasures)
    .where(arrayOverlaps(erasures.memberDigests, digests))
    .orderBy(erasures.requestedAt);
  const erasedAt = new Map(
    rows.flatMap((row) => row.digests.map((digest) => [digest, row.requestedAt])),
  );
  const lastErased = (member: MemberKeys): Date | undefined =>
    digestsOf(member)
      .flatMap((digest) => erasedAt.get(digest) ?? [])
      .sort((one, other) => other.getTime() - one.getTime())[0];
  const memberIds = members.flatMap((member) =>
    member.serviceId === null && lastErased(member) ? (member.memberId ?? []) : [],
  );
  const seenAt = await findLastSeen(db, teamId, memberIds, rows[0]?.requestedAt);
  return (member) => {
    const at = lastErased(member);
    if (!at || member.serviceId !== null) return at !== undefined;
    const seen = seenAt.get(member.memberId ?? '');
    return seen === undefined || seen <= at;
  };
}

/** When the directory last saw members with operator's IDs: it may still list members that are gone. */
async function findLastSeen(
  db: Queries,
  team: number,
  ids: string[],
  after = new Date(0),
): Promise<Map<string, Date>> {
  if (ids.length === 0) return new Map();
  const { teamId, memberId } = directoryMembers;
  const seenAt = sql<Date>`max(greatest(${lastSeenAt(after)}, ${directoryStates.completeAt}))`;
  const rows = await db
    .select({ memberId, seenAt: seenAt.mapWith(directoryMembers.readAt) })
    .from(directoryMembers)
    .innerJoin(directoryStates, eq(directoryStates.teamId, teamId))
    .where(and(eq(teamId, team), inArray(memberId, ids)))
    .groupBy(memberId);
  return new Map(rows.map((row) => [row.memberId, row.seenAt]));
}

import { and, eq, inArray, or, type SQL } from 'drizzle-orm';
import {
  directoryCounts,
  directoryMembers,
  directoryRemovals,
  directoryWords,
} from '#services/gateway/directory/directory-members-table.ts';
import { removeMembers } from '#services/gateway/directory/remove-members.ts';
import { lastSeenAt } from '#services/gateway/directory/sightings.ts';
import type { Queries } from '#services/platform/database/database.ts';
import type {
  DataSubject,
  PersonalDataSection,
} from '#services/platform/personal-data/personal-data.ts';

const { teamId, memberId, serviceId, referrerId, row, document } = directoryMembers;

function isMember({ teamIds, memberIds, serviceIds }: DataSubject): SQL | undefined {
  return and(
    inArray(teamId, teamIds),
    or(inArray(memberId, memberIds), inArray(serviceId, serviceIds)),
  );
}

/**
 * The member in the directory, and its name in the members that it referred. The service's id stays until
 * the next crawl has ended, so that a response from before doesn't add the member again.
 */
export const directoryData: PersonalDataSection = {
  name: 'directory',
  tables: [directoryMembers, directoryWords, directoryCounts, directoryRemovals],
  async read(db, subject) {
    const rows = await db
      .select({ document, seenAt: lastSeenAt(new Date(0)) })
      .from(directoryMembers)
      .where(isMember(subject));
    return rows.map((each) => ({
      as_of: each.seenAt.toISOString(),
      ...(JSON.parse(each.document) as object),
    }));
  },
  async erase(tx, subject, now) {
    let count = 0;
    for (const team of subject.teamIds) {
      const found = await tx
        .select({ serviceId })
        .from(directoryMembers)
        .where(and(eq(teamId, team), isMember(subject)));
      const ids = new Set([...subject.serviceIds, ...found.map((each) => each.serviceId)]);
      await removeMembers(
        tx,
        team,
        Array.from(ids, (id) => ({ serviceId: id, removedAt: now })),
      );
      const referred = await tx
        .select({ row, document })
        .from(directoryMembers)
        .where(and(eq(teamId, team), inArray(referrerId, [...ids])));
      for (const each of referred) {
        const {
          referrer_ID: _id,
          referrer_name: _name,
          referrer_code: _code,
          ...member
        } = JSON.parse(each.document) as Record<string, unknown>;
        await tx
          .update(directoryMembers)
          .set({ referrerId: null, document: JSON.stringify(member) })
          .where(eq(row, each.row));
      }
      count += found.length + referred.length;
    }
    return count;
  },
};

/** Lists members with the values that identify them. */
export function listDirectoryMembers(db: Queries, where: SQL | undefined) {
  return db
    .select({
      team: teamId,
      memberId,
      serviceId,
      firstName: directoryMembers.firstName,
      lastName: directoryMembers.lastName,
      emailAddress: directoryMembers.emailAddress,
      phoneNumber: directoryMembers.phoneNumber,
    })
    .from(directoryMembers)
    .where(where);
}

import { and, eq, inArray, sql } from 'drizzle-orm';
import {
  directoryCounts,
  directoryMembers,
  directoryRemovals,
  directoryWords,
} from '#services/gateway/directory/directory-members-table.ts';
import { deleteUnusedWords, removeMembers } from '#services/gateway/directory/remove-members.ts';
import { lastSeenAt } from '#services/gateway/directory/sightings.ts';
import type { Database, Queries } from '#services/platform/database/database.ts';
import { jsonRows } from '#services/platform/database/json-rows.ts';
import type {
  DataSubject,
  PersonalDataSection,
} from '#services/platform/personal-data/personal-data.ts';

const { teamId, serviceId, referrerId, row, document } = directoryMembers;

/** A member of the directory always has the service's id. */
const isMember = (subject: DataSubject) =>
  and(inArray(teamId, subject.teamIds), eq(serviceId, subject.serviceId ?? ''));

/** Members whose document one transaction rewrites. */
const REFERRED_ROWS = 100;

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
    if (subject.serviceId === null) return { count: 0, more: false };
    const referred = await tx
      .select({ row, document })
      .from(directoryMembers)
      .where(and(inArray(teamId, subject.teamIds), eq(referrerId, subject.serviceId)))
      .limit(REFERRED_ROWS);
    if (referred.length > 0) await forgetReferrer(tx, referred);
    if (referred.length === REFERRED_ROWS) return { count: referred.length, more: true };
    const count = await tx.$count(directoryMembers, isMember(subject));
    for (const team of subject.teamIds) {
      await removeMembers(tx, team, [{ serviceId: subject.serviceId, removedAt: now }]);
    }
    return { count: count + referred.length, more: false };
  },
};

async function forgetReferrer(
  tx: Queries,
  referred: readonly { row: number; document: string }[],
): Promise<void> {
  const rows = referred.map((member) => {
    const {
      referrer_ID: _id,
      referrer_name: _name,
      referrer_code: _code,
      ...others
    } = JSON.parse(member.document) as Record<string, unknown>;
    return { row: member.row, document: JSON.stringify(others) };
  });
  const { source } = jsonRows(directoryMembers, rows);
  await tx.execute(sql`
    update ${directoryMembers} member set referrer_id = null, document = changed.document
    from ${source} as changed where member.row = changed.row`);
}

/** Deletes the words of the search that no member has any more. */
export async function forgetUnusedWords(db: Database, team: number): Promise<void> {
  let after: string | undefined = '';
  while (after !== undefined) after = await deleteUnusedWords(db, team, after);
}

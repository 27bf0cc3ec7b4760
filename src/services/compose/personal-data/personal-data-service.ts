import { and, eq } from 'drizzle-orm';
import { deleteMember, getMember } from '#contract/loyalty/members/members.ts';
import type { PersonalDataService } from '#services/gateway/dependencies.ts';
import type { LoyaltyCallDependencies } from '#services/gateway/loyalty/call-loyalty-program.ts';
import { createLoyaltyClient, LoyaltyCallError } from '#services/gateway/loyalty/loyalty-client.ts';
import { isUnknownMember } from '#services/gateway/loyalty/unknown-member.ts';
import { recordAudit } from '#services/platform/audit/record-audit.ts';
import { erasures } from '#services/platform/personal-data/erasures-table.ts';
import type { DataSubject } from '#services/platform/personal-data/personal-data.ts';
import { queueErasure, toErasureDocument } from './erase-members.ts';
import { findTeamSubject } from './find-subject.ts';
import { PERSONAL_DATA } from './sections.ts';

const BY_MEMBER_ID = { idParam: 'member_id' };

/** Reads, exports and erases the data of a member, the same for routes and admin commands. */
export function createPersonalDataService(
  dependencies: LoyaltyCallDependencies,
): PersonalDataService & { deleteElsewhere(subject: DataSubject): Promise<string> } {
  const { db, clock } = dependencies;

  /** The member as another vendor's service has it. */
  async function readElsewhere(teamId: number, member: string) {
    const client = await createLoyaltyClient(dependencies, teamId);
    try {
      const found = await client?.call(getMember, { params: { member }, query: BY_MEMBER_ID });
      return found ? [found.data as Record<string, unknown>] : [];
    } catch (error) {
      if (error instanceof LoyaltyCallError && isUnknownMember(error)) return [];
      throw error;
    }
  }

  async function readSections(teamId: number, memberId: string) {
    const found = await findTeamSubject(dependencies, teamId, memberId);
    if (!found) return undefined;
    const subject = { ...found, pseudonym: '' };
    const sections: Record<string, Record<string, unknown>[]> = {};
    for (const { name, read } of PERSONAL_DATA) sections[name] = await read(db, subject);
    if (subject.partnerId === null) sections.profile = await readElsewhere(teamId, memberId);
    const isKept = Object.values(sections).some((entries) => entries.length > 0);
    return isKept ? { found, sections } : undefined;
  }

  return {
    async read(teamId, memberId) {
      const kept = await readSections(teamId, memberId);
      if (!kept) return undefined;
      const { partnerId } = kept.found;
      await recordAudit(db, {
        action: 'personal_data.download',
        subject: { type: 'member', id: memberId },
        teamId,
        ...(partnerId === null ? {} : { partnerId }),
      });
      return { member_id: memberId, as_of: clock.now().toISOString(), sections: kept.sections };
    },
    async erase(teamId, memberId) {
      const kept = await readSections(teamId, memberId);
      return kept && toErasureDocument(await queueErasure(dependencies, kept.found, teamId));
    },
    async findErasure(teamId, receipt) {
      const [row] = await db
        .select()
        .from(erasures)
        .where(and(eq(erasures.teamId, teamId), eq(erasures.receipt, receipt)));
      return row && toErasureDocument(row);
    },
    async deleteElsewhere({ teamIds: [teamId], memberIds: [member] }) {
      const client =
        teamId === undefined ? undefined : await createLoyaltyClient(dependencies, teamId);
      try {
        if (member !== undefined) {
          await client?.call(deleteMember, { params: { member }, query: BY_MEMBER_ID });
        }
      } catch (error) {
        if (!(error instanceof LoyaltyCallError && isUnknownMember(error))) throw error;
      }
      return 'The member was deleted at the loyalty service, which belongs to another vendor. Ask that vendor what it keeps, such as the points history.';
    },
  };
}

import { and, eq } from 'drizzle-orm';
import { deleteMember, getMember } from '#contract/loyalty/members/members.ts';
import type { PersonalDataService } from '#services/gateway/dependencies.ts';
import type { LoyaltyCallDependencies } from '#services/gateway/loyalty/call-loyalty-program.ts';
import { createLoyaltyClient, LoyaltyCallError } from '#services/gateway/loyalty/loyalty-client.ts';
import { isUnknownMember } from '#services/gateway/loyalty/unknown-member.ts';
import { recordAudit } from '#services/platform/audit/record-audit.ts';
import { erasures } from '#services/platform/personal-data/erasures-table.ts';
import type { DataSubject } from '#services/platform/personal-data/personal-data.ts';
import { findTeamSubject } from './find-subject.ts';
import { listMentions, removeMention } from './mentions.ts';
import { queueErasure, toErasureDocument } from './queue-erasures.ts';
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

  /** Undefined if nothing is kept about the member. */
  async function readSections(teamId: number, memberId: string, limit?: number) {
    let found = await findTeamSubject(dependencies, teamId, { memberId });
    if (!found) return undefined;
    const profile = found.partnerId === null ? await readElsewhere(teamId, memberId) : [];
    const serviceId = profile[0]?.id;
    if (typeof serviceId === 'string' && serviceId !== found.serviceId) {
      found = (await findTeamSubject(dependencies, teamId, { memberId, serviceId })) ?? found;
    }
    const subject = { ...found, pseudonym: '' };
    const sections: Record<string, Record<string, unknown>[]> = {};
    for (const { name, read } of PERSONAL_DATA) sections[name] = await read(db, subject, limit);
    if (subject.partnerId === null) sections.profile = profile;
    const isKept = Object.values(sections).some((entries) => entries.length > 0);
    return isKept ? { found, sections } : undefined;
  }

  return {
    async read(teamId, memberId, most = Number.POSITIVE_INFINITY) {
      const kept = await readSections(
        teamId,
        memberId,
        Number.isFinite(most) ? most + 1 : undefined,
      );
      if (!kept) return undefined;
      const { partnerId, serviceId } = kept.found;
      await recordAudit(db, {
        action: 'personal_data.download',
        subject: { type: 'member', id: memberId, serviceId },
        teamId,
        ...(partnerId === null ? {} : { partnerId }),
      });
      const sections = Object.entries(kept.sections);
      return {
        member_id: memberId,
        as_of: clock.now().toISOString(),
        sections: Object.fromEntries(
          sections.map(([name, entries]) => [name, entries.slice(0, most)]),
        ),
        complete: sections.every(([, entries]) => entries.length <= most),
      };
    },
    async erase(teamId, memberId) {
      const kept = await readSections(teamId, memberId, 1);
      return kept && toErasureDocument(await queueErasure(dependencies, kept.found, teamId));
    },
    async findErasure(teamId, receipt) {
      const [row] = await db
        .select()
        .from(erasures)
        .where(and(eq(erasures.teamId, teamId), eq(erasures.receipt, receipt)));
      return row && toErasureDocument(row);
    },
    async listMentions(teamId, memberId) {
      const subject = await findTeamSubject(dependencies, teamId, { memberId });
      return subject && listMentions(db, teamId, subject);
    },
    async removeMention(teamId, memberId, mention) {
      const subject = await findTeamSubject(dependencies, teamId, { memberId });
      const isRemoved =
        subject !== undefined && (await removeMention(dependencies, { teamId, subject, mention }));
      return isRemoved || undefined;
    },
    async deleteElsewhere({ teamIds: [teamId], serviceId, memberId }) {
      const client =
        teamId === undefined ? undefined : await createLoyaltyClient(dependencies, teamId);
      if (!client) {
        return 'The team is no longer connected to the loyalty service, so the member was not deleted there. Ask its vendor.';
      }
      try {
        await client.call(
          deleteMember,
          serviceId === null
            ? { params: { member: memberId }, query: BY_MEMBER_ID }
            : { params: { member: serviceId }, query: {} },
        );
      } catch (error) {
        if (!(error instanceof LoyaltyCallError && isUnknownMember(error))) throw error;
        return 'The loyalty service, which belongs to another vendor, has no such member. Ask that vendor what it keeps, such as the points history.';
      }
      return 'The member was deleted at the loyalty service, which belongs to another vendor. Ask that vendor what it keeps, such as the points history.';
    },
  };
}

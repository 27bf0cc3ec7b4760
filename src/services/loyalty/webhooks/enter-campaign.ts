import { randomUUID } from 'node:crypto';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import { CAMPAIGN_ENTERED } from '#contract/loyalty/webhooks.ts';
import { invalidValue } from '#services/loyalty/http/error-response.ts';
import { listMembersWhere } from '#services/loyalty/members/members-store.ts';
import { members } from '#services/loyalty/members/members-table.ts';
import type { Program } from '#services/loyalty/programs/programs-table.ts';
import { changesBetween, recordAudit } from '#services/platform/audit/record-audit.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { emitEvents } from './emit-events.ts';
import { toMemberInfo } from './member-info.ts';

/**
 * Emits an event for each member that enters a campaign.
 * @param input `memberIds` are the operator's own ids
 * @throws {LoyaltyApiError} 400 naming `member_ids` if one of them is unknown
 */
export async function enterCampaign(
  tx: Queries,
  program: Program,
  { memberIds, campaignName }: { memberIds: readonly string[]; campaignName: string },
  now: Date,
): Promise<void> {
  const uniqueIds = [...new Set(memberIds)];
  const rows = await listMembersWhere(
    tx,
    and(
      eq(members.programId, program.id),
      inArray(members.memberId, uniqueIds),
      isNull(members.deletedAt),
    ),
  );
  const found = new Set(rows.map(({ member }) => member.memberId));
  const unknown = uniqueIds.find((memberId) => !found.has(memberId));
  if (unknown !== undefined) throw invalidValue('member_ids', `There is no member ${unknown}`);
  const campaign_info = {
    event_name: 'Campaign entered',
    event_ID: randomUUID(),
    campaign_name: campaignName,
    campaign_ID: randomUUID(),
    delay_in_days: 0,
  };
  await emitEvents(
    tx,
    { programId: program.id, eventType: CAMPAIGN_ENTERED, now },
    rows.map((row) => ({ member_info: toMemberInfo(row, program), campaign_info })),
  );
  await recordAudit(tx, {
    action: 'campaign.enter',
    subject: { type: 'campaign', id: campaignName },
    changes: changesBetween({}, { member_ids: uniqueIds }),
    partnerId: program.partnerId,
  });
}

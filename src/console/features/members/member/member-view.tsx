import type { ReactNode } from 'react';
import { membersKey } from '#console/features/members/members-queries.ts';
import { useTeamId } from '#console/session/team.ts';
import { ItemChanges } from '#console/shared/audit/item-changes.tsx';
import { useReadableAudit } from '#console/shared/audit/use-readable-audit.ts';
import { IncompleteNotice } from '#console/shared/incomplete-notice.tsx';
import { useUndoMemberChange } from '#console/shared/members/use-undo-member-change.ts';
import { Card } from '#console/ui/card.tsx';
import { RawJson } from '#console/ui/data/raw-json.tsx';
import { DetailColumns } from '#console/ui/page/detail-columns.tsx';
import { PageStack } from '#console/ui/page/page-stack.tsx';
import { PanelBoundary } from '#console/ui/page/panel-boundary.tsx';
import type { Member } from '#contract/loyalty/members/member.ts';
import { EligibleActivities } from './earning/eligible-activities.tsx';
import { MemberHeader } from './header/member-header.tsx';
import { MemberAside } from './member-aside.tsx';
import { MemberEvents } from './member-events.tsx';
import { MemberPurchases } from './member-purchases.tsx';
import type { MemberDetails } from './not-loaded.tsx';
import { ExpiringPoints, MemberPoints } from './points/member-points.tsx';
import { PointsHistory } from './points/points-history.tsx';
import { MemberTier } from './tier/member-tier.tsx';

interface MemberViewProps {
  readonly member: Member;
  readonly details: MemberDetails;
  /** A store language; the program's default if undefined. */
  readonly language: string | undefined;
  /** When the member was read, in ms; undefined for a copy from a list. */
  readonly readAt: number | undefined;
  /** The banner that says that refetching failed. */
  readonly outdated: ReactNode;
}

export function MemberView({ member, details, language, readAt, outdated }: MemberViewProps) {
  return (
    <PageStack>
      <MemberHeader member={member} readAt={readAt} />
      {outdated}
      <IncompleteNotice item={member} />
      <DetailColumns>
        <Card>
          <PanelBoundary what="Points">
            <MemberPoints member={member} details={details} />
          </PanelBoundary>
          <PanelBoundary what="Expiring points">
            <ExpiringPoints schedule={member.points_expiration_schedule} details={details} />
          </PanelBoundary>
          <PanelBoundary what="Tier">
            <MemberTier tier={member.tier_info} />
          </PanelBoundary>
          <PanelBoundary what="Points history">
            <PointsHistory member={member} />
          </PanelBoundary>
          <PanelBoundary what="Purchases">
            <MemberPurchases member={member} details={details} />
          </PanelBoundary>
          <PanelBoundary what="Events">
            <MemberEvents member={member} />
          </PanelBoundary>
          <PanelBoundary what="Activities">
            <EligibleActivities {...{ member, details, language }} />
          </PanelBoundary>
          <PanelBoundary what="Changes">
            <MemberChanges member={member} />
          </PanelBoundary>
        </Card>
        <Card>
          <PanelBoundary what="Details">
            <MemberAside member={member} details={details} />
          </PanelBoundary>
        </Card>
      </DetailColumns>
      {details === 'loaded' && <RawJson value={member} />}
    </PageStack>
  );
}

function MemberChanges({ member }: { readonly member: Member }) {
  const teamId = useTeamId();
  const audit = useReadableAudit();
  const undo = useUndoMemberChange();
  if (!audit) return null;
  return (
    <ItemChanges
      audit={audit}
      subject={{ type: 'member', id: member.member_id }}
      itemsKey={membersKey(teamId)}
      undo={undo}
    />
  );
}

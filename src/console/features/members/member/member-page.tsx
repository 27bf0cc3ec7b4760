import type { ReactNode } from 'react';
import { Outlet, useLocation } from 'react-router';
import { useApi } from '#console/api/api-context.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { membersKey, useCachedMember } from '#console/features/members/members-queries.ts';
import { parseMembersView } from '#console/features/members/members-view.ts';
import { usePathParams } from '#console/lib/url/path-params.ts';
import { paths } from '#console/paths.ts';
import { useMissingScope } from '#console/session/session-context.ts';
import { useTeamId } from '#console/session/team.ts';
import { ItemChanges } from '#console/shared/audit/item-changes.tsx';
import { useReadableAudit } from '#console/shared/audit/use-readable-audit.ts';
import { IncompleteNotice } from '#console/shared/incomplete-notice.tsx';
import { useUndoMemberChange } from '#console/shared/members/use-undo-member-change.ts';
import { LinkButton } from '#console/ui/button/link-button.tsx';
import { Card, CardSection } from '#console/ui/card.tsx';
import { RawJson } from '#console/ui/data/raw-json.tsx';
import { DetailColumns } from '#console/ui/page/detail-columns.tsx';
import { ItemStatusPage } from '#console/ui/page/item-status-page.tsx';
import { EmptyState, ErrorState, MissingScopeState } from '#console/ui/page/list-states.tsx';
import { OutdatedBanner } from '#console/ui/page/outdated-banner.tsx';
import { PageHeader } from '#console/ui/page/page-header.tsx';
import { PageStack } from '#console/ui/page/page-stack.tsx';
import { PanelBoundary } from '#console/ui/page/panel-boundary.tsx';
import { Skeleton } from '#console/ui/skeleton.tsx';
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
import { useFollowedMember } from './use-followed-member.ts';

export function MemberPage() {
  const teamId = useTeamId();
  const { memberId = '' } = usePathParams();
  const api = useApi();
  const canRead = useMissingScope('teams:read') === undefined;
  const { search } = useLocation();
  const { language } = parseMembersView(new URLSearchParams(search));
  const cached = useCachedMember(teamId, memberId);
  const query = useFollowedMember(memberId, { language, enabled: canRead, cached: cached.member });
  const { data, error, isFetching, isPlaceholderData, dataUpdatedAt, refetch } = query;
  // Fall back to the cached copy, of the list or another language, when the request fails.
  const isFallback = data === undefined && error !== null;
  const member = isFallback ? cached.member : data;
  const isPartial = cached.isPartial && (isFallback || isPlaceholderData);

  const loadError = toUserFacingError(error, "Couldn't load this member");
  if (!canRead) {
    return (
      <ItemStatusPage title={memberId}>
        <MissingScopeState what="members" scope="teams:read" />
      </ItemStatusPage>
    );
  }
  if (member) {
    return (
      <>
        <MemberView
          key={member.id}
          member={member}
          details={isPartial ? (isFallback ? 'failed' : 'loading') : 'loaded'}
          language={language}
          readAt={isPlaceholderData || isFallback ? undefined : dataUpdatedAt}
          outdated={
            loadError && (
              <OutdatedBanner
                {...{ error: loadError, retrying: isFetching }}
                onRetry={() => void refetch()}
              />
            )
          }
        />
        <Outlet />
      </>
    );
  }
  if (member === null) {
    return (
      <ItemStatusPage title="Member not found">
        <EmptyState
          title="No member has this ID"
          action={
            api.directory ? (
              <LinkButton to={`${paths.members(teamId)}?${new URLSearchParams({ q: memberId })}`}>
                Search members
              </LinkButton>
            ) : (
              <LinkButton to={paths.members(teamId) + search}>Go to members</LinkButton>
            )
          }
        >
          <p>
            This program has no member with the ID <code>{memberId}</code>. The member may have been
            deleted, or belong to another team's program.
          </p>
        </EmptyState>
      </ItemStatusPage>
    );
  }
  if (loadError) {
    return (
      <ItemStatusPage title={memberId}>
        <ErrorState error={loadError} retrying={isFetching} onRetry={() => void refetch()} />
      </ItemStatusPage>
    );
  }
  return <MemberPageSkeleton memberId={memberId} />;
}

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

function MemberView({ member, details, language, readAt, outdated }: MemberViewProps) {
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

function MemberPageSkeleton({ memberId }: { readonly memberId: string }) {
  return (
    <PageStack>
      <PageHeader title={memberId} isPlaceholder description={<Skeleton width="240px" />} />
      <DetailColumns>
        <Card>
          <CardSection title="Points">
            <Skeleton width="45%" height={60} />
          </CardSection>
          <CardSection title="Expiring">
            <Skeleton height={112} />
          </CardSection>
          <CardSection title="Tier">
            <Skeleton height={40} />
          </CardSection>
        </Card>
        <Card>
          <CardSection title="Details">
            <Skeleton height={160} />
          </CardSection>
        </Card>
      </DetailColumns>
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

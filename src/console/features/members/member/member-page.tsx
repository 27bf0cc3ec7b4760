import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Outlet, useLocation, useParams } from 'react-router';
import { useApi } from '#console/api/api-context.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { parseMembersView } from '#console/features/members/list/members-view.ts';
import { findCachedMember, memberQuery } from '#console/features/members/members-queries.ts';
import { paths } from '#console/paths.ts';
import { useGrantedScopes } from '#console/session/session-context.ts';
import { useTeamId } from '#console/session/team.ts';
import { PageLanguageFilter } from '#console/shared/loyalty/page-language-filter.tsx';
import { LinkButton } from '#console/ui/button/link-button.tsx';
import { Card } from '#console/ui/card.tsx';
import { RawJson } from '#console/ui/data/raw-json.tsx';
import { DetailColumns } from '#console/ui/page/detail-columns.tsx';
import { ItemStatusPage } from '#console/ui/page/item-status-page.tsx';
import { EmptyState, ErrorState, MissingScopeState } from '#console/ui/page/list-states.tsx';
import { OutdatedBanner } from '#console/ui/page/outdated-banner.tsx';
import { PageStack } from '#console/ui/page/page-stack.tsx';
import { PanelBoundary } from '#console/ui/page/panel-boundary.tsx';
import type { Member } from '#contract/loyalty/members/member.ts';
import { EligibleActivities } from './eligible-activities.tsx';
import { MemberAside } from './member-aside.tsx';
import { MemberEvents } from './member-events.tsx';
import { MemberHeader } from './member-header.tsx';
import { MemberPageSkeleton } from './member-page-skeleton.tsx';
import { MemberPoints } from './member-points.tsx';
import { MemberPurchases } from './member-purchases.tsx';
import { MemberTier } from './member-tier.tsx';
import { ExpiringPoints } from './points/expiring-points.tsx';

/** One member: points, tier, what can be earned now, and everything else the program holds. */
export function MemberPage() {
  const teamId = useTeamId();
  const { memberId = '' } = useParams();
  const api = useApi();
  const queryClient = useQueryClient();
  const canRead = useGrantedScopes()?.includes('teams:read') ?? true;
  const { search } = useLocation();
  const { language } = parseMembersView(new URLSearchParams(search));
  const reading = useQuery({
    ...memberQuery(api, teamId, memberId, language),
    enabled: canRead,
    placeholderData: () => findCachedMember(queryClient, teamId, memberId),
  });
  const { error, isFetching, refetch } = reading;
  // What a list showed stays where the member itself can't be read.
  const member =
    reading.data === undefined && error
      ? findCachedMember(queryClient, teamId, memberId)
      : reading.data;

  const problem = toUserFacingError(error, "The member can't be shown");
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
          language={language}
          outdated={
            problem && (
              <OutdatedBanner
                {...{ error: problem, retrying: isFetching }}
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
      <ItemStatusPage title={memberId}>
        <EmptyState
          title="No such member"
          action={<LinkButton to={paths.members(teamId) + search}>Go to members</LinkButton>}
        >
          <p>
            No member of this program has the id <code>{memberId}</code>. It may have been deleted,
            or belong to the program of another team.
          </p>
        </EmptyState>
      </ItemStatusPage>
    );
  }
  if (problem) {
    return (
      <ItemStatusPage title={memberId}>
        <ErrorState error={problem} retrying={isFetching} onRetry={() => void refetch()} />
      </ItemStatusPage>
    );
  }
  return <MemberPageSkeleton memberId={memberId} />;
}

interface MemberViewProps {
  readonly member: Member;
  /** The store language that it is shown in. */
  readonly language: string | undefined;
  /** That it could not be read again. */
  readonly outdated: ReactNode;
}

function MemberView({ member, language, outdated }: MemberViewProps) {
  return (
    <PageStack>
      <MemberHeader member={member} />
      <PageLanguageFilter />
      {outdated}
      <DetailColumns>
        <Card>
          <PanelBoundary what="Points">
            <MemberPoints member={member} />
          </PanelBoundary>
          <PanelBoundary what="Expiring points">
            <ExpiringPoints schedule={member.points_expiration_schedule} />
          </PanelBoundary>
          <PanelBoundary what="The tier">
            <MemberTier tier={member.tier_info} />
          </PanelBoundary>
          <PanelBoundary what="Activities">
            <EligibleActivities member={member} language={language} />
          </PanelBoundary>
          <PanelBoundary what="Purchases">
            <MemberPurchases member={member} />
          </PanelBoundary>
          <PanelBoundary what="Events">
            <MemberEvents member={member} />
          </PanelBoundary>
        </Card>
        <Card>
          <PanelBoundary what="Details">
            <MemberAside member={member} />
          </PanelBoundary>
        </Card>
      </DetailColumns>
      <RawJson value={member} />
    </PageStack>
  );
}

import { Outlet, useLocation } from 'react-router';
import { useApi } from '#console/api/api-context.ts';
import { isQueryLoading } from '#console/api/queries/is-query-loading.ts';
import { useCachedMember } from '#console/features/members/members-queries.ts';
import { parseMembersView } from '#console/features/members/members-view.ts';
import { usePathParams } from '#console/lib/url/path-params.ts';
import { paths } from '#console/paths.ts';
import { useMissingScope } from '#console/session/session-context.ts';
import { useTeamId } from '#console/session/team.ts';
import { ItemStatePage, OutdatedItem } from '#console/shared/item-query.tsx';
import { LinkButton } from '#console/ui/button/link-button.tsx';
import { Card, CardSection } from '#console/ui/card.tsx';
import { DetailColumns } from '#console/ui/page/detail-columns.tsx';
import { EmptyState } from '#console/ui/page/list-states.tsx';
import { PageHeader } from '#console/ui/page/page-header.tsx';
import { PageStack } from '#console/ui/page/page-stack.tsx';
import { Skeleton } from '#console/ui/skeleton.tsx';
import { MemberView } from './member-view.tsx';
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
  const { data, isPlaceholderData, isError } = query;
  // Fall back to the cached copy, of the list or another language, when the request fails.
  const isFallback = data === undefined && isError;
  const member = isFallback ? cached.member : data;
  const isPartial = cached.isPartial && (isFallback || isPlaceholderData);

  if (member && canRead) {
    return (
      <>
        <MemberView
          key={member.id}
          member={member}
          details={isPartial ? (isFallback ? 'failed' : 'loading') : 'loaded'}
          language={language}
          readAt={isPlaceholderData || isFallback ? undefined : query.dataUpdatedAt}
          outdated={<OutdatedItem query={query} />}
        />
        <Outlet />
      </>
    );
  }
  if (isQueryLoading(query)) return <MemberPageSkeleton memberId={memberId} />;
  return (
    <ItemStatePage
      title={member === null ? 'Member not found' : memberId}
      query={query}
      item="member"
      missingScope={canRead ? undefined : 'teams:read'}
    >
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
    </ItemStatePage>
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

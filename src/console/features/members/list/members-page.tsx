import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { Outlet } from 'react-router';
import { useApi } from '#console/api/api-context.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { MemberActionDialog } from '#console/features/members/member-action-dialog.tsx';
import { MemberRowItems } from '#console/features/members/member-action-items.tsx';
import type { MemberAction } from '#console/features/members/member-actions.ts';
import { memberName, memberPath } from '#console/features/members/member-name.ts';
import { membersQuery } from '#console/features/members/members-queries.ts';
import { useGrantedScopes } from '#console/session/session-context.ts';
import { useTeamId } from '#console/session/team.ts';
import { Card } from '#console/ui/card.tsx';
import { MissingScopeState } from '#console/ui/page/list-states.tsx';
import { OutdatedBanner } from '#console/ui/page/outdated-banner.tsx';
import { PageHeader } from '#console/ui/page/page-header.tsx';
import { PageStack } from '#console/ui/page/page-stack.tsx';
import { DataTable } from '#console/ui/table/data-table.tsx';
import { RowActions } from '#console/ui/table/row-actions.tsx';
import type { Member } from '#contract/loyalty/members/member.ts';
import { AddMember } from './add-member.tsx';
import { MEMBER_COLUMNS } from './member-columns.tsx';
import { MemberFilters } from './member-filters.tsx';
import { MembersVacant } from './members-empty-state.tsx';
import { MembersPager } from './members-pager.tsx';
import { listSearch } from './members-view.ts';
import { useMembersView } from './use-members-view.ts';

/** The scope that the gateway asks for (decisions.md, 37). */
const READ_SCOPE = 'teams:read';
const SKELETON_ROWS = 15;
/** More rows a page than this stand closer together. */
const COMPACT_FROM = 100;

/** The members of the team's program: filters as chips, a page of rows, the exact total. */
export function MembersPage() {
  const teamId = useTeamId();
  const api = useApi();
  const { view, change, showNext, showPrevious } = useMembersView();
  const granted = useGrantedScopes();
  const canRead = granted?.includes(READ_SCOPE) ?? true;
  const reading = useQuery({ ...membersQuery(api, teamId, view), enabled: canRead });
  const page = reading.data;
  const members = page?.members ?? [];
  const problem = toUserFacingError(reading.error, "The members can't be shown");

  const search = listSearch(view);
  const rowHref = useCallback(
    (member: Member) => `${memberPath(teamId, member)}?${search}`,
    [teamId, search],
  );
  // One dialog for all rows: a row holds as little as it can.
  const [acting, setActing] = useState<{ member: Member; action: MemberAction }>();
  const rowActions = useCallback(
    (member: Member) => (
      <RowActions row={memberName(member)}>
        <MemberRowItems
          member={member}
          search={search}
          onSelect={(action) => setActing({ member, action })}
        />
      </RowActions>
    ),
    [search],
  );

  return (
    <PageStack>
      <PageHeader
        title="Members"
        count={page?.total}
        description="People enrolled in this program."
        actions={<AddMember label="Add member" search={search} />}
      />
      {canRead ? (
        <>
          <MemberFilters view={view} members={members} onChange={change} />
          {problem && page && (
            <OutdatedBanner
              error={problem}
              retrying={reading.isFetching}
              onRetry={() => void reading.refetch()}
            />
          )}
          <DataTable
            label="Members"
            columns={MEMBER_COLUMNS}
            rows={members}
            rowKey={memberKey}
            rowHref={rowHref}
            rowActions={rowActions}
            loading={reading.isPending}
            skeletonRows={SKELETON_ROWS}
            density={view.count > COMPACT_FROM ? 'compact' : 'normal'}
            empty={
              <MembersVacant
                {...{ view, reading, problem, change }}
                add={<AddMember label="Add the first member" search={search} />}
              />
            }
            footer={
              members.length > 0 &&
              page && (
                <MembersPager
                  {...{ view, page, change, showNext, showPrevious }}
                  isPlaceholder={reading.isPlaceholderData}
                />
              )
            }
          />
        </>
      ) : (
        <Card>
          <MissingScopeState what="members" scope={READ_SCOPE} />
        </Card>
      )}
      {acting && <MemberActionDialog {...acting} onClose={() => setActing(undefined)} />}
      <Outlet />
    </PageStack>
  );
}

const memberKey = (member: Member) => member.id;

import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { Outlet } from 'react-router';
import { useApi } from '#console/api/api-context.ts';
import { explain } from '#console/api/explain.ts';
import { useGrantedScopes } from '#console/session/session-context.ts';
import { useTeamId } from '#console/session/team.ts';
import { Card } from '#console/ui/card.tsx';
import { DataTable } from '#console/ui/data-table.tsx';
import { MissingScopeState } from '#console/ui/list-states.tsx';
import { OutdatedBanner } from '#console/ui/outdated-banner.tsx';
import { PageHeader } from '#console/ui/page-header.tsx';
import { PageStack } from '#console/ui/page-stack.tsx';
import { RowActions } from '#console/ui/row-actions.tsx';
import type { Member } from '#contract/loyalty/member.ts';
import { AddMember } from './add-member.tsx';
import { MemberActDialog } from './member-act-dialog.tsx';
import type { MemberAct } from './member-acts.ts';
import { MEMBER_COLUMNS } from './member-columns.tsx';
import { MemberFilters } from './member-filters.tsx';
import { memberName, memberPath } from './member-name.ts';
import { MemberRowItems } from './member-row-items.tsx';
import { MembersPager } from './members-pager.tsx';
import { membersQuery } from './members-queries.ts';
import { MembersVacant } from './members-vacant.tsx';
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
  const problem = explain(reading.error, "The members can't be shown");

  const search = listSearch(view);
  const rowHref = useCallback(
    (member: Member) => `${memberPath(teamId, member)}?${search}`,
    [teamId, search],
  );
  // One dialog for all rows: a row holds as little as it can.
  const [acting, setActing] = useState<{ member: Member; act: MemberAct }>();
  const rowActions = useCallback(
    (member: Member) => (
      <RowActions row={memberName(member)}>
        <MemberRowItems
          member={member}
          search={search}
          onAct={(act) => setActing({ member, act })}
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
              problem={problem}
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
                  isOfPageBefore={reading.isPlaceholderData}
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
      {acting && <MemberActDialog {...acting} onClose={() => setActing(undefined)} />}
      <Outlet />
    </PageStack>
  );
}

const memberKey = (member: Member) => member.id;

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useCallback, useState } from 'react';
import { Outlet } from 'react-router';
import { useApi } from '#console/api/api-context.ts';
import { nextView } from '#console/lib/use-cursor-pages.ts';
import { paths } from '#console/paths.ts';
import { useGrantedScopes, useScopeReason } from '#console/session/session-context.ts';
import { useTeamId } from '#console/session/team.ts';
import { Button } from '#console/ui/button.tsx';
import { DataTable } from '#console/ui/data-table.tsx';
import { LinkButton } from '#console/ui/link-button.tsx';
import { MissingScopeState } from '#console/ui/list-states.tsx';
import { PageHeader } from '#console/ui/page-header.tsx';
import { PageStack } from '#console/ui/page-stack.tsx';
import { Pager } from '#console/ui/pager.tsx';
import { RowActions } from '#console/ui/row-actions.tsx';
import type { Member } from '#contract/loyalty/member.ts';
import { MemberActDialog } from './member-act-dialog.tsx';
import type { MemberAct } from './member-acts.ts';
import { MEMBER_COLUMNS } from './member-columns.tsx';
import { MemberFilters } from './member-filters.tsx';
import { memberName, memberPath } from './member-name.ts';
import { MemberRowItems } from './member-row-items.tsx';
import { membersQuery } from './members-queries.ts';
import { MembersVacant } from './members-vacant.tsx';
import { type MembersView, membersSearch, PAGE_SIZES } from './members-view.ts';
import { useMembersView } from './use-members-view.ts';

/** The scopes that the gateway asks for (decisions.md, 37). */
const READ_SCOPE = 'teams:read';
const WRITE_SCOPE = 'teams:write';
const SKELETON_ROWS = 15;

/** The members of the team's program: filters as chips, a page of rows, the exact total. */
export function MembersPage() {
  const teamId = useTeamId();
  const api = useApi();
  const queryClient = useQueryClient();
  const { view, change, showNext, showPrevious } = useMembersView();
  const granted = useGrantedScopes();
  const canRead = granted?.includes(READ_SCOPE) ?? true;
  const reading = useQuery({ ...membersQuery(api, teamId, view), enabled: canRead });
  const page = reading.data;
  const members = page?.members ?? [];

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
  const nextCursor = page?.nextCursor;

  return (
    <PageStack>
      <PageHeader
        title="Members"
        count={page?.total}
        description="People enrolled in this program."
        actions={<AddMember search={search} />}
      />
      {canRead ? (
        <>
          <MemberFilters filters={view} members={members} onChange={change} />
          <DataTable
            label="Members"
            columns={MEMBER_COLUMNS}
            rows={members}
            rowKey={memberKey}
            rowHref={rowHref}
            rowActions={rowActions}
            loading={reading.isPending}
            skeletonRows={SKELETON_ROWS}
            empty={
              <MembersVacant {...{ view, reading, change }} add={<AddMember search={search} />} />
            }
            footer={
              members.length > 0 &&
              page && (
                <Pager
                  from={page.from}
                  to={page.from + members.length - 1}
                  total={page.total}
                  onPrevious={view.cursor === undefined ? undefined : showPrevious}
                  onNext={
                    nextCursor === undefined || reading.isPlaceholderData
                      ? undefined
                      : () => showNext(nextCursor)
                  }
                  onNextIntent={() => {
                    if (nextCursor === undefined) return;
                    void queryClient.prefetchQuery(
                      membersQuery(api, teamId, nextView(view, nextCursor)),
                    );
                  }}
                  pageSize={{
                    value: view.count,
                    options: PAGE_SIZES,
                    onChange: (size) =>
                      change({ count: PAGE_SIZES.find((one) => one === size) ?? 100 }),
                  }}
                />
              )
            }
          />
        </>
      ) : (
        <MissingScopeState what="members" scope={READ_SCOPE} />
      )}
      {acting && <MemberActDialog {...acting} onClose={() => setActing(undefined)} />}
      <Outlet />
    </PageStack>
  );
}

const memberKey = (member: Member) => member.id;

/** The list that a member was opened from, for its page to walk; never empty. */
function listSearch(view: MembersView): string {
  return membersSearch(view) || 'status=active';
}

function AddMember({ search }: { readonly search: string }) {
  const teamId = useTeamId();
  const disabledReason = useScopeReason(WRITE_SCOPE);
  if (disabledReason !== undefined) {
    return (
      <Button variant="primary" icon={<Plus />} disabledReason={disabledReason}>
        Add member
      </Button>
    );
  }
  return (
    <LinkButton
      variant="primary"
      icon={<Plus />}
      to={{ pathname: paths.newMember(teamId), search }}
    >
      Add member
    </LinkButton>
  );
}

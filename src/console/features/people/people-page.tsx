import { UserRoundPlus, UsersRound } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Outlet, useNavigate } from 'react-router';
import { useApi } from '#console/api/api-context.ts';
import { useListQuery } from '#console/api/lists/use-list-query.ts';
import { paths } from '#console/paths.ts';
import { useCurrentUser } from '#console/session/current-user.ts';
import { useScopeReason } from '#console/session/scope-reason.ts';
import { useMissingScope } from '#console/session/session-context.ts';
import { useCurrentTeam, useTeamId } from '#console/session/team.ts';
import { Button } from '#console/ui/button/button.tsx';
import { useShortcut } from '#console/ui/hooks/use-shortcut.ts';
import { AdministratorsOnlyPage } from '#console/ui/page/item-status-page.tsx';
import { ListPage } from '#console/ui/page/list-page.tsx';
import { EmptyState } from '#console/ui/page/list-states.tsx';
import type { Person } from '#contract/people/people.ts';
import { PersonActions, useResendInvitation } from './people-actions.tsx';
import { peopleColumns } from './people-columns.tsx';
import { livePeopleQuery } from './people-queries.ts';
import { personName } from './person/person.ts';
import { RemovePersonDialog } from './person/remove-person-dialog.tsx';
import { RoleDialog } from './person/role-dialog.tsx';

const DESCRIPTION = 'Who is on this team, and what they can do.';

/** The people of a team and the open invitations; only administrators see them. */
export function PeoplePage() {
  const isAdministrator = useCurrentTeam()?.meta?.can_administer !== false;
  if (isAdministrator) return <People />;
  return <AdministratorsOnlyPage title="People" description={DESCRIPTION} icon={<UsersRound />} />;
}

function People() {
  const teamId = useTeamId();
  const navigate = useNavigate();
  const disabledReason = useScopeReason('users:write');
  const list = useListQuery(livePeopleQuery(useApi(), teamId), {
    what: 'people',
    rows: ({ people }) => people,
    missingScope: useMissingScope('users:read'),
  });
  const userId = useCurrentUser().data?.id;
  const columns = useMemo(() => peopleColumns(userId), [userId]);
  const [changing, setChanging] = useState<Person>();
  const resend = useResendInvitation();
  const [removing, setRemoving] = useState<Person>();
  const invite = () => void navigate(paths.newInvitation(teamId));
  useShortcut(['c', 'C'], () => (disabledReason === undefined ? invite() : false));
  const inviteButton = (
    <Button
      variant="primary"
      icon={<UserRoundPlus />}
      disabledReason={disabledReason}
      onClick={invite}
    >
      Invite
    </Button>
  );
  return (
    <ListPage
      title="People"
      description={DESCRIPTION}
      actions={inviteButton}
      list={list}
      total={list.data?.total}
      columns={columns}
      rowKey={({ kind, id }) => `${kind} ${id}`}
      rowMenu={{
        label: personName,
        items: (person) => (
          <PersonActions
            person={person}
            onChangeRole={setChanging}
            onResend={resend.mutate}
            onRemove={setRemoving}
          />
        ),
      }}
      empty={
        <EmptyState icon={<UsersRound />} title="Nobody is on this team">
          <p>Invite someone to work with you.</p>
        </EmptyState>
      }
    >
      {changing && (
        <RoleDialog
          person={changing}
          roles={list.data?.roles ?? []}
          onClose={() => setChanging(undefined)}
        />
      )}
      {removing && <RemovePersonDialog person={removing} onClose={() => setRemoving(undefined)} />}
      <Outlet />
    </ListPage>
  );
}

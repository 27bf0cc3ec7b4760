import { Send, Trash2, UserRoundCog, UserRoundPlus, UsersRound } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Outlet, useNavigate } from 'react-router';
import { useApi } from '#console/api/api-context.ts';
import { useListQuery } from '#console/api/lists/use-list-query.ts';
import { paths } from '#console/paths.ts';
import { useCurrentUser } from '#console/session/current-user.ts';
import { useScopeReason } from '#console/session/scope-reason.ts';
import { useMissingScope } from '#console/session/session-context.ts';
import { useCurrentTeam, useTeamId } from '#console/session/team.ts';
import { peopleQuery } from '#console/shared/people/people-query.ts';
import { Badge } from '#console/ui/badge.tsx';
import { Button } from '#console/ui/button/button.tsx';
import { RelativeTime } from '#console/ui/data/relative-time.tsx';
import { useShortcut } from '#console/ui/hooks/use-shortcut.ts';
import { MenuItem } from '#console/ui/overlay/menu-item.tsx';
import { AdministratorsOnlyPage } from '#console/ui/page/item-status-page.tsx';
import { ListPage } from '#console/ui/page/list-page.tsx';
import { EmptyState } from '#console/ui/page/list-states.tsx';
import type { Column } from '#console/ui/table/data-table-column.ts';
import type { Person } from '#contract/people/people.ts';
import { personName } from './person-name.ts';
import { RemovePersonDialog } from './remove-person-dialog.tsx';
import { RoleDialog } from './role-dialog.tsx';
import { useResendInvitation } from './use-resend-invitation.ts';

/** An invited person who joins appears without a reload. */
const REFRESH_MS = 10_000;
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
  const list = useListQuery(
    { ...peopleQuery(useApi(), teamId), refetchInterval: REFRESH_MS },
    {
      what: 'people',
      rows: ({ people }) => people,
      missingScope: useMissingScope('users:read'),
    },
  );
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
          <>
            {person.kind === 'user' && (
              <MenuItem
                icon={<UserRoundCog />}
                disabledReason={disabledReason}
                onSelect={() => setChanging(person)}
              >
                Change role
              </MenuItem>
            )}
            {person.kind === 'invitation' && (
              <MenuItem
                icon={<Send />}
                disabledReason={disabledReason}
                onSelect={() => resend.mutate(person)}
              >
                Resend invitation
              </MenuItem>
            )}
            <MenuItem
              icon={<Trash2 />}
              danger
              disabledReason={disabledReason}
              onSelect={() => setRemoving(person)}
            >
              {isSelf(person, userId)
                ? 'Leave team'
                : person.kind === 'user'
                  ? 'Remove'
                  : 'Withdraw'}
            </MenuItem>
          </>
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

const isSelf = ({ kind, id }: Person, userId: string | undefined): boolean =>
  kind === 'user' && id === userId;

const peopleColumns = (userId: string | undefined): readonly Column<Person>[] => [
  {
    id: 'name',
    header: 'Name',
    width: '30%',
    cell: (person) => (
      <>
        {personName(person)} {isSelf(person, userId) && <Badge tone="neutral">You</Badge>}
      </>
    ),
  },
  {
    id: 'email',
    header: 'Email',
    card: 'fact',
    cell: ({ email, email_verified: isVerified }) => (
      <>
        {email}
        {isVerified === false && (
          <>
            {' '}
            <Badge tone="amber">Not verified</Badge>
          </>
        )}
      </>
    ),
  },
  { id: 'role', header: 'Role', width: '160px', card: 'aside', cell: ({ role }) => role },
  {
    id: 'state',
    header: 'Status',
    width: '220px',
    card: 'detail',
    cell: ({ expires_at: expiresAt }) =>
      expiresAt === null ? (
        'On the team'
      ) : (
        <Badge tone="neutral">
          Invited, expires <RelativeTime at={expiresAt} />
        </Badge>
      ),
  },
];

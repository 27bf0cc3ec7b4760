import { Download, ShieldCheck, UserRoundPlus, UsersRound } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Outlet, useNavigate } from 'react-router';
import { useApi } from '#console/api/api-context.ts';
import { useListQuery } from '#console/api/lists/use-list-query.ts';
import { livePeopleQuery } from '#console/features/people/people-queries.ts';
import { personName } from '#console/features/people/person/person.ts';
import { RemovePersonDialog } from '#console/features/people/person/remove-person-dialog.tsx';
import { ResetSignInDialog } from '#console/features/people/person/reset-sign-in-dialog.tsx';
import { RoleDialog } from '#console/features/people/person/role-dialog.tsx';
import { askAdministrators } from '#console/lib/ask-administrators.ts';
import { csvFileName, saveFile } from '#console/lib/save-file.ts';
import { paths } from '#console/paths.ts';
import { useCurrentUser } from '#console/session/current-user.ts';
import { useScopeReason } from '#console/session/scope-reason.ts';
import { useMissingScope, useProviderName } from '#console/session/session-context.ts';
import { useCurrentTeam, useTeamId } from '#console/session/team.ts';
import { Button } from '#console/ui/button/button.tsx';
import { FilterBar } from '#console/ui/filter/filter-bar.tsx';
import { FilterChip } from '#console/ui/filter/filter-chip.tsx';
import { FilterChoices } from '#console/ui/filter/filter-choices.tsx';
import { SearchField } from '#console/ui/filter/search-field.tsx';
import { useSearchState } from '#console/ui/filter/use-search-state.ts';
import { useShortcut } from '#console/ui/hooks/use-shortcut.ts';
import { ListPage } from '#console/ui/page/list-page.tsx';
import { EmptyState } from '#console/ui/page/list-states.tsx';
import type { Person, TeamRole } from '#contract/people/people.ts';
import { PersonActions, useResendInvitation } from './people-actions.tsx';
import { peopleColumns, ResendContext } from './people-columns.tsx';
import { peopleCsv } from './people-csv.ts';
import {
  describeFilters,
  findPeople,
  isUser,
  NO_FILTERS,
  type PeopleSearch,
  peopleSearchSchema,
} from './people-search.ts';

export function PeoplePage() {
  const teamId = useTeamId();
  const { search, changeSearch } = useSearchState(peopleSearchSchema);
  const team = useCurrentTeam();
  const isAdministrator = team?.meta?.can_administer !== false;
  const list = useListQuery(livePeopleQuery(useApi(), teamId), {
    what: 'people',
    rows: ({ people }) => findPeople(people, search),
    missingScope: useMissingScope('users:read'),
  });
  const userId = useCurrentUser().data?.id;
  const provider = useProviderName();
  const columns = useMemo(
    () => peopleColumns({ userId, isAdministrator, provider }),
    [userId, isAdministrator, provider],
  );
  const [changing, setChanging] = useState<Person>();
  const [resetting, setResetting] = useState<Person>();
  const [removing, setRemoving] = useState<Person>();
  const resend = useResendInvitation();
  const { people = [], roles = [] } = list.data ?? {};
  const users = people.filter(isUser);
  const hasOneAdministrator = users.filter(({ administrator }) => administrator).length === 1;
  const filters = describeFilters(search);
  return (
    <ResendContext value={resend.mutate}>
      <ListPage
        title="People"
        description="Who is on this team, and what they can do."
        actions={
          <>
            <Button
              icon={<Download />}
              onClick={() =>
                saveFile(peopleCsv(list.rows ?? []), csvFileName('people', team?.attributes.name))
              }
            >
              Export
            </Button>
            <RulesButton />
            <InviteButton />
          </>
        }
        filterBar={<PeopleFilters {...{ search, changeSearch, roles }} />}
        filters={filters}
        onClearFilters={() => changeSearch(NO_FILTERS)}
        list={list}
        total={list.data && users.length}
        columns={columns}
        density="tall"
        cards="tall"
        rowKey={({ kind, id }) => `${kind} ${id}`}
        groupOf={(person) => (isUser(person) ? '' : 'Pending invitations')}
        rowMenu={
          isAdministrator
            ? {
                label: personName,
                items: (person) => (
                  <PersonActions
                    person={person}
                    isLastAdministrator={
                      hasOneAdministrator && person.administrator && isUser(person)
                    }
                    onChangeRole={setChanging}
                    onReset={setResetting}
                    onResend={resend.mutate}
                    onRemove={setRemoving}
                  />
                ),
              }
            : undefined
        }
        empty={
          <EmptyState icon={<UsersRound />} title="Nobody is on this team">
            <p>Invite someone to work with you.</p>
          </EmptyState>
        }
      >
        {changing && (
          <RoleDialog person={changing} roles={roles} onClose={() => setChanging(undefined)} />
        )}
        {resetting && (
          <ResetSignInDialog person={resetting} onClose={() => setResetting(undefined)} />
        )}
        {removing && (
          <RemovePersonDialog person={removing} onClose={() => setRemoving(undefined)} />
        )}
        <Outlet />
      </ListPage>
    </ResendContext>
  );
}

function RulesButton() {
  const teamId = useTeamId();
  const navigate = useNavigate();
  const { rules } = useApi();
  const meta = useCurrentTeam()?.meta;
  if (!rules) return null;
  return (
    <Button
      icon={<ShieldCheck />}
      disabledReason={
        meta?.can_administer === false
          ? `Only administrators can see the rules. ${askAdministrators(meta.administrators)}`
          : undefined
      }
      onClick={() => void navigate(paths.teamRules(teamId))}
    >
      Team rules
    </Button>
  );
}

function InviteButton() {
  const teamId = useTeamId();
  const navigate = useNavigate();
  const scopeReason = useScopeReason('users:write');
  const meta = useCurrentTeam()?.meta;
  const disabledReason =
    scopeReason ??
    (meta?.can_administer === false
      ? `Only administrators can invite people. ${askAdministrators(meta.administrators)}`
      : undefined);
  const invite = () => void navigate(paths.newInvitation(teamId));
  useShortcut(['c', 'C'], () => (disabledReason === undefined ? invite() : false));
  return (
    <Button
      variant="primary"
      icon={<UserRoundPlus />}
      disabledReason={disabledReason}
      onClick={invite}
    >
      Invite
    </Button>
  );
}

interface PeopleFiltersProps {
  readonly search: PeopleSearch;
  readonly changeSearch: (change: Partial<PeopleSearch>, options?: { replace?: boolean }) => void;
  readonly roles: readonly TeamRole[];
}

function PeopleFilters({ search, changeSearch, roles }: PeopleFiltersProps) {
  const { q, role } = search;
  return (
    <FilterBar
      search={
        <SearchField
          label="Search people"
          placeholder="Name or email"
          value={q}
          onChange={(text) => changeSearch({ q: text }, { replace: true })}
        />
      }
      onClear={role === undefined ? undefined : () => changeSearch(NO_FILTERS)}
    >
      <FilterChip label="Role" value={role} onRemove={() => changeSearch({ role: undefined })}>
        {(close) => (
          <FilterChoices
            options={roles.map(({ name }) => ({ value: name, label: name }))}
            value={role}
            onChoose={(chosen) => {
              close();
              changeSearch({ role: chosen });
            }}
          />
        )}
      </FilterChip>
    </FilterBar>
  );
}

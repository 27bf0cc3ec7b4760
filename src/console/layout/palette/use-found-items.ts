import { useQuery } from '@tanstack/react-query';
import { Globe, LayoutPanelLeft, Link2, Sparkles, UsersRound } from 'lucide-react';
import { useApi } from '#console/api/api-context.ts';
import { paths } from '#console/paths.ts';
import { useConfig, useGrantedScopes, useMissingScope } from '#console/session/session-context.ts';
import { fullAccountName } from '#console/shared/accounts/account-name.ts';
import { allAccountsQuery } from '#console/shared/accounts/all-accounts-query.ts';
import { allBoardsQuery, boardName } from '#console/shared/accounts/boards-usage.ts';
import { displayDomainName } from '#console/shared/domains/display-domain-name.ts';
import { domainsQuery } from '#console/shared/domains/domains-query.ts';
import { allActivitiesQuery } from '#console/shared/loyalty/activities-query.ts';
import { peopleQuery } from '#console/shared/people/people-query.ts';
import type { Team } from '#contract/advocacy/teams.ts';
import { type Command, type CommandGroup, containsAll, useGoTo } from './commands.ts';

/** Results of each kind. */
export const MAX_RESULTS = 5;

/** Items of lists that are short enough to be fetched as a whole, and cached by their pages. */
export function useFoundItems(text: string, team: Team) {
  const goTo = useGoTo();
  const api = useApi();
  const { accountTypes } = useConfig();
  const scopes = useGrantedScopes();
  const enabled = (scope: string) => text !== '' && scopes?.includes(scope) === true;
  const canReadActivities = useMissingScope('teams:read') === undefined;
  const mayAdminister = api.people !== undefined && team.meta?.can_administer !== false;
  const options = { retry: false } as const;
  const accounts = useQuery({
    ...allAccountsQuery(api, team.id),
    ...options,
    enabled: enabled('accounts:read'),
  });
  const boards = useQuery({
    ...allBoardsQuery(api, team.id),
    ...options,
    enabled: enabled('boards:read'),
  });
  const domains = useQuery({
    ...domainsQuery(api, team.id),
    ...options,
    enabled: enabled('domains:read'),
  });
  const activities = useQuery({
    ...allActivitiesQuery(api, team.id, undefined),
    ...options,
    enabled: text !== '' && api.sections.loyalty && canReadActivities,
  });
  const people = useQuery({
    ...peopleQuery(api, team.id),
    ...options,
    enabled: mayAdminister && enabled('users:read'),
  });
  const group = (label: string, commands: readonly Command[] = []): CommandGroup => ({
    label,
    isSearch: true,
    commands: commands
      .filter(({ name, detail = '' }) => text !== '' && containsAll(`${name} ${detail}`, text))
      .slice(0, MAX_RESULTS),
  });
  const queries = { accounts, boards, domains, activities, people };
  return {
    isPending: Object.values(queries).some(({ isLoading }) => isLoading),
    updatedAt: Math.max(...Object.values(queries).map(({ dataUpdatedAt }) => dataUpdatedAt)),
    failed: Object.entries(queries).flatMap(([name, query]) =>
      query.isError && !query.data ? name : [],
    ),
    groups: [
      group(
        'Accounts',
        accounts.data?.rows.map((account) => ({
          id: `account ${account.id}`,
          name: fullAccountName(accountTypes, account),
          detail: account.attributes.name,
          icon: Link2,
          run: () => goTo(paths.account(team.id, account.id)),
        })),
      ),
      group(
        'Boards',
        boards.data?.rows.map((board) => ({
          id: `board ${board.id}`,
          name: boardName(board),
          icon: LayoutPanelLeft,
          run: () => goTo(paths.board(team.id, board.id)),
        })),
      ),
      group(
        'Domains',
        domains.data?.domains.map((domain) => ({
          id: `domain ${domain.id}`,
          name: displayDomainName(domain.attributes.name),
          icon: Globe,
          run: () => goTo(paths.domain(team.id, domain.id)),
        })),
      ),
      group(
        'Activities',
        activities.data?.rows.map((activity) => ({
          id: `activity ${activity.activity_id}`,
          name: activity.activity_name,
          icon: Sparkles,
          run: () => goTo(paths.activity(team.id, activity.activity_id)),
        })),
      ),
      group(
        'People',
        people.data?.people.map((person) => ({
          id: `person ${person.kind} ${person.id}`,
          name: person.name ?? person.email,
          detail: person.email,
          icon: UsersRound,
          run: () => goTo(paths.people(team.id)),
        })),
      ),
    ],
  };
}

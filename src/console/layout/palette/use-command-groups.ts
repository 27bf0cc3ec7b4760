import {
  Activity,
  BookOpen,
  Clock,
  Keyboard,
  KeyRound,
  LogOut,
  Monitor,
  Moon,
  Sun,
  UserSearch,
  Users,
} from 'lucide-react';
import { useContext } from 'react';
import { useMatches } from 'react-router';
import { useApi } from '#console/api/api-context.ts';
import { findSection, pathInTeam } from '#console/layout/menus/path-in-team.ts';
import { useNavigation } from '#console/layout/navigation.ts';
import { OpenDialogContext } from '#console/layout/open-dialog.ts';
import { pagePathname } from '#console/layout/page-match.ts';
import { listRecentPages } from '#console/layout/recent-pages.ts';
import { useSignOut } from '#console/layout/use-sign-out.ts';
import { paths } from '#console/paths.ts';
import { useCurrentUser } from '#console/session/current-user.ts';
import { useConfig } from '#console/session/session-context.ts';
import { useCurrentTeam } from '#console/session/team.ts';
import { useTheme } from '#console/ui/hooks/use-theme.ts';
import type { Team } from '#contract/advocacy/teams.ts';
import { type CommandGroup, looksLikeMemberId } from './commands.ts';
import { useTeamActions } from './use-team-actions.ts';

/**
 * Everything that the palette can find for a text. To search something else, add a group to
 * search-team.tsx.
 *
 * @param found the results of the search
 * @returns undefined while the user and the team are loading
 */
export function useCommandGroups(
  text: string,
  found: readonly CommandGroup[],
): readonly CommandGroup[] | undefined {
  const user = useCurrentUser();
  const team = useCurrentTeam();
  const pages = usePages(team);
  const actions = useTeamActions(team);
  const others = useGeneralActions();
  const teams = useOtherTeams(team);
  const sections = useNavigation().team;
  const hasMembers = useApi().sections.loyalty;
  if (user.isPending) return undefined;

  const memberId = text.trim();
  const member: CommandGroup = {
    label: 'Go to',
    isSearch: true,
    commands:
      team && hasMembers && looksLikeMemberId(memberId)
        ? [
            {
              name: `Open the member with the ID ${memberId}`,
              icon: UserSearch,
              path: paths.member(team.id, memberId),
            },
          ]
        : [],
  };
  const recent: CommandGroup = {
    label: 'Recent',
    commands: listRecentPages(user.data?.id ?? '').map(({ path, title }) => ({
      id: path,
      name: title,
      detail: findSection(path, sections)?.name,
      icon: Clock,
      path: path,
    })),
  };
  const first = memberId === '' ? [recent, pages] : [pages, recent];
  const named = [...first, { label: 'Actions', commands: [...actions, ...others] }, teams];
  return [...named, ...found, member];
}

function usePages(team: Team | undefined): CommandGroup {
  const { team: groups, personal } = useNavigation();
  const items = [...(team ? groups.flatMap((group) => group.items) : []), ...personal];
  return {
    label: 'Pages',
    commands: items.map(({ name, icon, to, key }) => ({
      name,
      icon,
      keys: ['G', key.toUpperCase()],
      path: to(team?.id ?? ''),
    })),
  };
}

function useGeneralActions(): CommandGroup['commands'] {
  const signOut = useSignOut();
  const { reference } = useConfig().extensions ?? {};
  const openDialog = useContext(OpenDialogContext);
  const [theme, chooseTheme] = useTheme();
  const themes = [
    { value: 'light', name: 'Light theme', icon: Sun },
    { value: 'dark', name: 'Dark theme', icon: Moon },
    { value: 'system', name: 'System theme', icon: Monitor },
  ] as const;
  return [
    ...themes
      .filter(({ value }) => value !== theme)
      .map(({ value, name, icon }) => ({
        name,
        icon,
        keywords: 'use mode appearance',
        run: () => chooseTheme(value),
      })),
    {
      name: 'Keyboard shortcuts',
      icon: Keyboard,
      keywords: 'help',
      keys: ['?'],
      run: () => openDialog('shortcuts'),
    },
    {
      name: 'Permissions',
      icon: KeyRound,
      keywords: 'scopes role access',
      run: () => openDialog('scopes'),
    },
    {
      name: 'API inspector',
      icon: Activity,
      keywords: 'requests curl debug developer',
      run: () => openDialog('inspector'),
    },
    ...(reference
      ? [
          {
            name: 'API reference',
            icon: BookOpen,
            keywords: 'documentation docs openapi developer',
            run: () => void window.open(reference.baseUrl, '_blank', 'noopener'),
          },
        ]
      : []),
    {
      name: 'Sign out',
      icon: LogOut,
      keywords: 'log',
      run: signOut,
    },
  ];
}

function useOtherTeams(current: Team | undefined): CommandGroup {
  const page = pagePathname(useMatches());
  const groups = useNavigation().team;
  const teams = useCurrentUser().data?.teams ?? [];
  return {
    label: 'Teams',
    commands: teams
      .filter(({ id }) => id !== current?.id)
      .map(({ id, attributes }) => ({
        name: `Switch to ${attributes.name}`,
        icon: Users,
        path: pathInTeam(page, id, groups),
      })),
  };
}

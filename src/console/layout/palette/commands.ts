import { LogOut, type LucideIcon, UserSearch, Users } from 'lucide-react';
import type { NavigationItem } from '#console/layout/navigation.ts';
import { paths } from '#console/paths.ts';
import type { Team } from '#contract/advocacy/teams.ts';

export interface Command {
  readonly name: string;
  readonly icon: LucideIcon;
  readonly run: () => void;
}

interface CommandSources {
  /** The text in the search field. */
  readonly text: string;
  readonly items: readonly NavigationItem[];
  readonly team: Team | undefined;
  readonly teams: readonly Team[];
  readonly goTo: (path: string) => void;
  readonly signOut: () => void;
}

/** Commands whose name contains every word of the text, then the member with that ID. */
export function findCommands(sources: CommandSources): Command[] {
  const { text, items, team, teams, goTo, signOut } = sources;
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const all: Command[] = [
    ...items.map(({ name, icon, to }) => ({ name, icon, run: () => goTo(to(team?.id ?? '')) })),
    ...teams
      .filter(({ id }) => id !== team?.id)
      .map(({ id, attributes }) => ({
        name: `Switch to ${attributes.name}`,
        icon: Users,
        run: () => goTo(paths.overview(id)),
      })),
    { name: 'Sign out', icon: LogOut, run: signOut },
  ];
  const found = all.filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)));
  const memberId = text.trim().replace(/^go to member\s+/i, '');
  if (memberId === '' || !team) return found;
  const member = {
    name: `Go to member ${memberId}`,
    icon: UserSearch,
    run: () => goTo(paths.member(team.id, memberId)),
  };
  return [...found, member];
}

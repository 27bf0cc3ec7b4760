import { LogOut, type LucideIcon, UserSearch, Users } from 'lucide-react';
import type { NavigationItem } from '#console/layout/shell/navigation.ts';
import { paths } from '#console/paths.ts';
import type { Team } from '#contract/advocacy/teams.ts';

/** Something that the palette can do. */
export interface Command {
  readonly name: string;
  readonly icon: LucideIcon;
  readonly run: () => void;
}

interface CommandSources {
  /** What was typed. */
  readonly text: string;
  readonly items: readonly NavigationItem[];
  readonly hasMembers: boolean;
  readonly team: Team | undefined;
  readonly teams: readonly Team[];
  readonly go: (path: string) => void;
  readonly signOut: () => void;
}

/** Commands whose name has every word that was typed, then the member of that id. */
export function findCommands(sources: CommandSources): Command[] {
  const { text, items, hasMembers, team, teams, go, signOut } = sources;
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const all: Command[] = [
    ...items.map(({ name, icon, to }) => ({ name, icon, run: () => go(to(team?.id ?? '')) })),
    ...teams
      .filter(({ id }) => id !== team?.id)
      .map(({ id, attributes }) => ({
        name: `Switch to ${attributes.name}`,
        icon: Users,
        run: () => go(paths.overview(id)),
      })),
    { name: 'Sign out', icon: LogOut, run: signOut },
  ];
  const found = all.filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)));
  const memberId = text.trim().replace(/^go to member\s+/i, '');
  if (memberId === '' || !hasMembers || !team) return found;
  const member = {
    name: `Go to member ${memberId}`,
    icon: UserSearch,
    run: () => go(paths.member(team.id, memberId)),
  };
  return [...found, member];
}

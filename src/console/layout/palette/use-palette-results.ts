import { useCurrentTeam } from '#console/session/team.ts';
import { type Command, type CommandGroup, filterGroups } from './commands.ts';
import { useCommandGroups } from './use-command-groups.ts';
import { usePaletteSearch } from './use-palette-search.ts';

export interface PaletteResults {
  readonly groups: readonly CommandGroup[];
  /** The commands of all groups, in the order of the list. */
  readonly commands: readonly Command[];
  /** More may be found. */
  readonly isIncomplete: boolean;
  /** The text for screen readers: how many there are, or why there are none. */
  readonly status: string;
}

export function usePaletteResults(text: string): PaletteResults {
  const team = useCurrentTeam();
  const { found, isPending } = usePaletteSearch(text.trim(), team);
  const all = useCommandGroups(text, found?.groups ?? []);
  const groups = filterGroups(all ?? [], text);
  const commands = groups.flatMap((group) => group.commands);
  const nothing = all && commands.length === 0 && `No results. ${found?.hint ?? ''}`;
  return {
    groups,
    commands,
    isIncomplete: !all || isPending,
    status: isPending ? 'Searching…' : [nothing, found?.failure].filter(Boolean).join(' '),
  };
}

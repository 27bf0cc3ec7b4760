import type { LucideIcon } from 'lucide-react';

export interface Command {
  /** Unique in the palette. */
  readonly name: string;
  readonly icon: LucideIcon;
  /** Other words that find it: "log out". */
  readonly keywords?: string;
  /** Its shortcut: G, M. */
  readonly keys?: readonly string[];
  /** Why the user can't run it. */
  readonly disabledReason?: string | undefined;
  readonly run: () => void;
}

export interface CommandGroup {
  readonly label: string;
  /** Search results, which already match the text: not filtered by name. */
  readonly isSearch?: boolean;
  readonly commands: readonly Command[];
}

/** The commands whose name or keywords contain every word of the text; groups without one are left out. */
export function filterGroups(groups: readonly CommandGroup[], text: string): CommandGroup[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const isFound = ({ name, keywords = '' }: Command) => {
    const searched = `${name} ${keywords}`.toLowerCase();
    return words.every((word) => searched.includes(word));
  };
  return groups
    .map((group) =>
      group.isSearch ? group : { ...group, commands: group.commands.filter(isFound) },
    )
    .filter(({ commands }) => commands.length > 0);
}

/** Whether a text can be the ID of a member: one word with a digit that is no e-mail address. */
export function looksLikeMemberId(text: string): boolean {
  return /^[^\s@]*\d[^\s@]*$/.test(text);
}

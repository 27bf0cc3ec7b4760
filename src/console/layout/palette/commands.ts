import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';

export interface Command {
  readonly name: string;
  /** Where names repeat, such as those of members. By default, the name is unique in the palette. */
  readonly id?: string;
  readonly icon: LucideIcon;
  /** Distinguishes it from others of the same name: an ID, an address. */
  readonly detail?: string | undefined;
  /** Other words that find it: "log out". */
  readonly keywords?: string;
  /** Its shortcut: G, M. */
  readonly keys?: readonly string[];
  /** Why the user can't run it. */
  readonly disabledReason?: string | undefined;
  /** The page that it opens, and its history state. */
  readonly path?: string;
  readonly state?: unknown;
  readonly run?: () => void;
  /** The dialog that asks before it is run, in place of the palette. */
  readonly dialog?: (onClose: () => void) => ReactNode;
}

export interface CommandGroup {
  readonly label: string;
  /** True for search results: they match already and are not filtered by name. */
  readonly isSearch?: boolean;
  readonly commands: readonly Command[];
}

export function useGoTo() {
  const navigate = useNavigate();
  return (path: string, state: unknown) => void navigate(path, { state });
}

export const commandId = ({ id, name }: Command): string => id ?? name;

/** The commands whose name or keywords contain every word of the text; groups without one are left out. */
export function filterGroups(groups: readonly CommandGroup[], text: string): CommandGroup[] {
  const isFound = ({ name, keywords = '' }: Command) => containsAll(`${name} ${keywords}`, text);
  return groups
    .map((group) =>
      group.isSearch ? group : { ...group, commands: group.commands.filter(isFound) },
    )
    .filter(({ commands }) => commands.length > 0);
}

/** Whether a name contains every word of a text, in any order and case. */
export function containsAll(name: string, text: string): boolean {
  const searched = name.toLowerCase();
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return words.every((word) => searched.includes(word));
}

/** Whether a text can be the ID of a member: one word with a digit that isn't an email address. */
export function looksLikeMemberId(text: string): boolean {
  return /^[^\s@]*\d[^\s@]*$/.test(text);
}

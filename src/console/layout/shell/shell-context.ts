import { createContext, useContext } from 'react';
import { useConfig } from '#console/session/session-context.ts';
import type { NavigationItem } from './navigation.ts';
import { PERSONAL_NAVIGATION, TEAM_NAVIGATION } from './navigation.ts';
import type { ShellDialog } from './shell-dialogs.tsx';

/** What the routes tell the shell. */
export interface ShellContextValue {
  /** Routes of the pages that there are: links to others are left out. */
  readonly sections: ReadonlySet<string>;
  /** Begins to load the page at a path. */
  readonly preload: (pathname: string) => void;
}

export const ShellContext = createContext<ShellContextValue>({
  sections: new Set(),
  preload: () => {},
});

/** Opens a dialog of the shell. */
export const OpenDialogContext = createContext<(dialog: ShellDialog) => void>(() => {});

interface VisibleNavigation {
  readonly team: readonly { readonly label?: string; readonly items: readonly NavigationItem[] }[];
  readonly personal: readonly NavigationItem[];
}

/** The navigation, without links that lead nowhere. */
export function useNavigation(): VisibleNavigation {
  const { sections } = useContext(ShellContext);
  const config = useConfig();
  const isThere = ({ section, needs }: NavigationItem) =>
    sections.has(section) && (!needs || config[needs] !== undefined);
  return {
    team: TEAM_NAVIGATION.map((group) => ({ ...group, items: group.items.filter(isThere) })).filter(
      ({ items }) => items.length > 0,
    ),
    personal: PERSONAL_NAVIGATION.items.filter(isThere),
  };
}

import { useEffectEvent, useLayoutEffect } from 'react';
import { useNavigate } from 'react-router';
import { useNavigation } from '#console/layout/navigation.ts';
import type { ShellDialog } from '#console/layout/open-dialog.ts';
import { isEarlySearchOpen } from '#console/layout/palette/early-search.ts';
import { IS_APPLE } from '#console/lib/command-key.ts';
import { useCurrentTeam } from '#console/session/team.ts';
import { startSequence, useShortcut } from '#console/ui/hooks/use-shortcut.ts';

/** Ctrl/Cmd K, "?", and "g" followed by the key of a page. */
export function useShellShortcuts(openDialog: (dialog: ShellDialog) => void): void {
  const navigate = useNavigate();
  const team = useCurrentTeam();
  const { team: groups, personal } = useNavigation();
  const items = [...(team ? groups.flatMap((group) => group.items) : []), ...personal];

  useShortcut(['?'], () => openDialog('shortcuts'));
  useShortcut(['g'], startSequence);
  useShortcut(
    items.map(({ key }) => key),
    (key) => {
      const item = items.find((candidate) => candidate.key === key);
      if (item) void navigate(item.to(team?.id ?? ''));
      return item !== undefined;
    },
    'second',
  );

  const openPalette = useEffectEvent((event: KeyboardEvent) => {
    const hasCommand = IS_APPLE ? event.metaKey : event.ctrlKey;
    if (!hasCommand || event.shiftKey || event.altKey || event.key.toLowerCase() !== 'k') return;
    event.preventDefault();
    if (!document.querySelector('dialog:modal')) openDialog('palette');
  });
  useLayoutEffect(() => {
    if (isEarlySearchOpen()) openDialog('palette');
  }, [openDialog]);
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => openPalette(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}

import { useEffect, useEffectEvent, useRef } from 'react';
import { useNavigate } from 'react-router';
import { IS_APPLE } from '#console/lib/command-key.ts';
import { useShownTeam } from '#console/session/team.ts';
import { useShortcut } from '#console/ui/hooks/use-shortcut.ts';
import { useNavigation } from './shell-context.ts';
import type { ShellDialog } from './shell-dialogs.tsx';

/** How long after "g" its second key counts, in ms. */
const PAIR_MS = 1000;

interface ShellShortcutsProps {
  readonly open: (dialog: ShellDialog) => void;
}

/** Listens for Ctrl/Cmd K, "?", and "g" with the key of a page. */
export function ShellShortcuts({ open }: ShellShortcutsProps) {
  const navigate = useNavigate();
  const team = useShownTeam();
  const { team: groups, personal } = useNavigation();
  const goPressedAt = useRef(Number.NEGATIVE_INFINITY);
  const items = [...(team ? groups.flatMap((group) => group.items) : []), ...personal];

  useShortcut(['?'], () => open('shortcuts'));
  useShortcut(['g'], () => {
    goPressedAt.current = performance.now();
  });
  useShortcut(
    items.map(({ key }) => key),
    (key) => {
      if (performance.now() - goPressedAt.current > PAIR_MS) return false;
      goPressedAt.current = Number.NEGATIVE_INFINITY;
      const item = items.find((candidate) => candidate.key === key);
      if (item) navigate(item.to(team?.id ?? ''));
      return item !== undefined;
    },
  );

  const handleCommand = useEffectEvent((event: KeyboardEvent) => {
    const hasCommand = IS_APPLE ? event.metaKey : event.ctrlKey;
    if (!hasCommand || event.shiftKey || event.altKey || event.key.toLowerCase() !== 'k') return;
    event.preventDefault();
    if (!document.querySelector('dialog:modal')) open('palette');
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => handleCommand(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
  return null;
}

import type { ComponentType } from 'react';
import { LazyBoundary } from '#console/layout/lazy-boundary.tsx';
import type { ShellDialog } from '#console/layout/open-dialog.ts';
import { CommandPalette } from '#console/layout/palette/command-palette.tsx';
import { lazyComponent } from '#console/lib/lazy-component.ts';
import { NavigationSheet } from './navigation-sheet.tsx';

interface Closable {
  readonly onClose: () => void;
}

// The palette is part of the shell: what is typed right after Ctrl/Cmd K must not be lost.
const DIALOGS: Readonly<Record<ShellDialog, ComponentType<Closable>>> = {
  palette: CommandPalette,
  navigation: NavigationSheet,
  shortcuts: lazyComponent<Closable>(
    async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog,
  ).Component,
  scopes: lazyComponent<Closable>(async () => (await import('./scopes-dialog.tsx')).ScopesDialog)
    .Component,
};

interface ShellDialogsProps extends Closable {
  readonly open: ShellDialog | undefined;
}

/** The dialog of the shell that is open, if any. */
export function ShellDialogs({ open, onClose }: ShellDialogsProps) {
  if (open === undefined) return null;
  const Dialog = DIALOGS[open];
  return (
    <LazyBoundary key={open} onError={onClose}>
      <Dialog onClose={onClose} />
    </LazyBoundary>
  );
}

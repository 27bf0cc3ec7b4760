import { LoadBoundary } from '#console/layout/load-boundary.tsx';
import { lazyComponent } from '#console/lib/lazy-component.ts';

interface Closable {
  readonly onClose: () => void;
}

const DIALOGS = {
  palette: lazyComponent<Closable>(
    async () => (await import('#console/layout/palette/command-palette.tsx')).CommandPalette,
  ),
  shortcuts: lazyComponent<Closable>(
    async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog,
  ),
  scopes: lazyComponent<Closable>(async () => (await import('./scopes-dialog.tsx')).ScopesDialog),
  navigation: lazyComponent<Closable>(
    async () => (await import('./navigation-sheet.tsx')).NavigationSheet,
  ),
};

/** A dialog of the shell; its code is loaded when it is asked for. */
export type ShellDialog = keyof typeof DIALOGS;

/** Begins to load a dialog that is about to be asked for. */
export const preloadDialog = (dialog: ShellDialog) => DIALOGS[dialog].preload();

interface ShellDialogsProps extends Closable {
  readonly open: ShellDialog | undefined;
}

/** The dialog of the shell that is open, if any. */
export function ShellDialogs({ open, onClose }: ShellDialogsProps) {
  if (open === undefined) return null;
  const { Component } = DIALOGS[open];
  return (
    <LoadBoundary onFailure={onClose}>
      <Component onClose={onClose} />
    </LoadBoundary>
  );
}

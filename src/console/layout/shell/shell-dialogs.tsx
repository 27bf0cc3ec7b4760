import { type ComponentType, useEffect, useLayoutEffect } from 'react';
import type { ShellDialog } from '#console/layout/open-dialog.ts';
import { afterFirstPage } from '#console/lib/first-page.ts';
import { lazyComponent } from '#console/lib/lazy-component.ts';
import { LazyBoundary } from '#console/ui/lazy-boundary.tsx';

interface Closable {
  readonly onClose: () => void;
}

const palette = lazyComponent<Closable>(
  async () => (await import('#console/layout/palette/command-palette.tsx')).CommandPalette,
);
const navigation = lazyComponent<Closable>(
  async () => (await import('./navigation-sheet.tsx')).NavigationSheet,
);

const DIALOGS: Readonly<Record<ShellDialog, ComponentType<Closable>>> = {
  palette: palette.Component,
  navigation: navigation.Component,
  shortcuts: lazyComponent<Closable>(
    async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog,
  ).Component,
  scopes: lazyComponent<Closable>(async () => (await import('./scopes-dialog.tsx')).ScopesDialog)
    .Component,
  inspector: lazyComponent<Closable>(
    async () => (await import('#console/layout/inspector/api-inspector.tsx')).ApiInspector,
  ).Component,
};

interface ShellDialogsProps extends Closable {
  readonly open: ShellDialog | undefined;
}

/** The dialog of the shell that is open, if any. */
export function ShellDialogs({ open, onClose }: ShellDialogsProps) {
  useEffect(() => {
    void afterFirstPage().then(() => Promise.all([palette.preload(), navigation.preload()]));
  }, []);
  if (open === undefined) return null;
  const Dialog = DIALOGS[open];
  return (
    <LazyBoundary
      key={open}
      fallback={open === 'palette' && <EarlyPalette onClose={onClose} />}
      onError={onClose}
    >
      <Dialog onClose={onClose} />
    </LazyBoundary>
  );
}

/** The field of public/boot.js, until the palette is loaded: what is typed after Ctrl/Cmd K is not lost. */
function EarlyPalette({ onClose }: Closable) {
  useLayoutEffect(() => {
    dispatchEvent(new Event('patron:open-palette'));
    const dialog = document.getElementById('early-palette');
    dialog?.addEventListener('close', onClose);
    return () => dialog?.removeEventListener('close', onClose);
  }, [onClose]);
  return null;
}

import { type ComponentType, useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import type { ShellDialog } from '#console/layout/open-dialog.ts';
import { afterFirstPage } from '#console/lib/first-page.ts';
import { lazyComponent } from '#console/lib/lazy-component.ts';
import { LazyBoundary } from '#console/ui/lazy-boundary.tsx';
import { Modal } from '#console/ui/overlay/modal.tsx';
import styles from './shell-dialogs.module.css';
import { Sidebar } from './sidebar.tsx';

interface Closable {
  readonly onClose: () => void;
}

const palette = lazyComponent<Closable>(
  async () => (await import('#console/layout/palette/command-palette.tsx')).CommandPalette,
);

const DIALOGS: Readonly<Record<ShellDialog, ComponentType<Closable>>> = {
  palette: palette.Component,
  navigation: NavigationSheet,
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
  useEffect(() => void afterFirstPage().then(palette.preload), []);
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

/** The sidebar on small screens: over the page, gone once a link was followed. */
function NavigationSheet({ onClose }: { readonly onClose: () => void }) {
  // A link to the current page only removes its filters: the path stays.
  const { key } = useLocation();
  const openedAt = useRef(key);
  useEffect(() => {
    if (key !== openedAt.current) onClose();
  }, [key, onClose]);
  return (
    <Modal aria-label="Menu" className={styles.sheet} onClose={onClose}>
      <Sidebar />
    </Modal>
  );
}

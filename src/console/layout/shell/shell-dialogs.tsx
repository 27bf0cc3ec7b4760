import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import type { ShellDialog } from '#console/layout/open-dialog.ts';
import { CommandPalette } from '#console/layout/palette/command-palette.tsx';
import { LazyPart, lazyCode } from '#console/ui/lazy-part.tsx';
import { Modal } from '#console/ui/overlay/modal.tsx';
import styles from './shell-dialogs.module.css';
import { Sidebar } from './sidebar.tsx';

interface Closable {
  readonly onClose: () => void;
}

const helpDialogs = lazyCode(async () => (await import('./help-dialogs.tsx')).HelpDialogs);

interface ShellDialogsProps extends Closable {
  readonly open: ShellDialog | undefined;
}

export function ShellDialogs({ open, onClose }: ShellDialogsProps) {
  switch (open) {
    case 'palette':
      return <CommandPalette onClose={onClose} />;
    case 'navigation':
      return <NavigationSheet onClose={onClose} />;
    case undefined:
      return null;
    default:
      return <LazyPart code={helpDialogs} props={{ open, onClose }} onLoadError={onClose} />;
  }
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

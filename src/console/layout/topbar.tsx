import { Menu as MenuIcon, Search } from 'lucide-react';
import { commandKey } from '#console/lib/shortcuts.ts';
import { ElevationChip } from '#console/session/elevation-chip.tsx';
import { IconButton } from '#console/ui/icon-button.tsx';
import { Kbd } from '#console/ui/kbd.tsx';
import { Breadcrumbs } from './breadcrumbs.tsx';
import type { ShellDialog } from './shell-dialogs.tsx';
import styles from './topbar.module.css';
import { UserMenu } from './user-menu.tsx';

interface TopbarProps {
  readonly onOpen: (dialog: ShellDialog) => void;
  readonly onPreloadPalette: () => void;
}

/** Where the page stands, the search, and the person. */
export function Topbar({ onOpen, onPreloadPalette }: TopbarProps) {
  return (
    <header className={styles.topbar}>
      <span className={styles.menu}>
        <IconButton label="Menu" icon={<MenuIcon />} onClick={() => onOpen('navigation')} />
      </span>
      <Breadcrumbs />
      <button
        type="button"
        aria-label="Search or jump to"
        aria-keyshortcuts="Control+K Meta+K"
        className={styles.search}
        onPointerEnter={onPreloadPalette}
        onFocus={onPreloadPalette}
        onClick={() => onOpen('palette')}
      >
        <Search />
        <span className={styles.prompt}>Search or jump to</span>
        <span className={styles.key}>
          <Kbd>{commandKey('K')}</Kbd>
        </span>
      </button>
      <ElevationChip />
      <UserMenu onShowScopes={() => onOpen('scopes')} onShowShortcuts={() => onOpen('shortcuts')} />
    </header>
  );
}

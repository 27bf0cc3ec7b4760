import { Menu as MenuIcon, Search } from 'lucide-react';
import { useContext } from 'react';
import { Elevation } from '#console/layout/elevation.tsx';
import { UserButton } from '#console/layout/menus/user-button.tsx';
import { commandKey } from '#console/lib/command-key.ts';
import { IconButton } from '#console/ui/button/icon-button.tsx';
import { Kbd } from '#console/ui/kbd.tsx';
import { Breadcrumbs } from './breadcrumbs.tsx';
import { OpenDialogContext } from './shell-context.ts';
import { preloadDialog } from './shell-dialogs.tsx';
import styles from './topbar.module.css';

/** Where the page stands, the search, and the person. */
export function Topbar() {
  const openDialog = useContext(OpenDialogContext);
  const preloadPalette = () => preloadDialog('palette');
  return (
    <header className={styles.topbar}>
      <span className={styles.menu}>
        <IconButton label="Menu" icon={<MenuIcon />} onClick={() => openDialog('navigation')} />
      </span>
      <Breadcrumbs />
      <button
        type="button"
        aria-label={`Search or jump to ${commandKey('K')}`}
        aria-keyshortcuts="Control+K Meta+K"
        className={styles.search}
        onPointerEnter={preloadPalette}
        onFocus={preloadPalette}
        onClick={() => openDialog('palette')}
      >
        <Search />
        <span className={styles.prompt}>Search or jump to</span>{' '}
        <span className={styles.key}>
          <Kbd>{commandKey('K')}</Kbd>
        </span>
      </button>
      <Elevation />
      <UserButton />
    </header>
  );
}

import { Menu as MenuIcon, Search } from 'lucide-react';
import { useContext } from 'react';
import { UserMenu } from '#console/layout/menus/user-menu.tsx';
import { OpenDialogContext } from '#console/layout/open-dialog.ts';
import { commandKey } from '#console/lib/command-key.ts';
import { IconButton } from '#console/ui/button/icon-button.tsx';
import { Kbd } from '#console/ui/kbd.tsx';
import { Breadcrumbs } from './breadcrumbs.tsx';
import { StepUpChip } from './step-up-chip.tsx';
import styles from './topbar.module.css';

export function Topbar() {
  const openDialog = useContext(OpenDialogContext);
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
        onClick={() => openDialog('palette')}
      >
        <Search />
        <span className={styles.prompt}>Search or jump to</span>{' '}
        <span className={styles.key}>
          <Kbd>{commandKey('K')}</Kbd>
        </span>
      </button>
      <StepUpChip />
      <UserMenu />
    </header>
  );
}

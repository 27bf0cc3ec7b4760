import { Menu as MenuIcon, Search } from 'lucide-react';
import { useContext } from 'react';
import { TopbarMenus } from '#console/layout/menus/topbar-menus.tsx';
import { OpenDialogContext } from '#console/layout/open-dialog.ts';
import { commandKey } from '#console/lib/command-key.ts';
import { useStepUpState } from '#console/session/session-context.ts';
import buttonStyles from '#console/ui/button/button.module.css';
import { PlainButton } from '#console/ui/button/plain-button.tsx';
import { Kbd } from '#console/ui/kbd.tsx';
import { LazyPart, lazyCode } from '#console/ui/lazy-part.tsx';
import { Breadcrumbs } from './breadcrumbs.tsx';
import { StepUpChip } from './step-up-chip.tsx';
import styles from './topbar.module.css';

const notifications = lazyCode(
  async () =>
    (await import('#console/layout/notifications/notifications-button.tsx')).NotificationsButton,
);

export function Topbar() {
  const openDialog = useContext(OpenDialogContext);
  const isStepUpConfirmed = useStepUpState().confirmedUntil !== undefined;
  return (
    <header className={styles.topbar}>
      <span className={styles.menu}>
        <PlainButton
          variant="ghost"
          aria-label="Menu"
          title="Menu"
          className={buttonStyles.square}
          onClick={() => openDialog('navigation')}
        >
          <MenuIcon />
        </PlainButton>
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
      {isStepUpConfirmed && <StepUpChip />}
      <LazyPart code={notifications} props={{}} fallback={<span className={styles.bell} />} />
      <TopbarMenus />
    </header>
  );
}

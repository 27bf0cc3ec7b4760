import { Menu as MenuIcon, Search } from 'lucide-react';
import { useContext } from 'react';
import { OpenDialogContext } from '#console/layout/open-dialog.ts';
import { commandKey } from '#console/lib/command-key.ts';
import { lazyComponent } from '#console/lib/lazy-component.ts';
import { useStepUpState } from '#console/session/session-context.ts';
import buttonStyles from '#console/ui/button/button.module.css';
import { PlainButton } from '#console/ui/button/plain-button.tsx';
import { Kbd } from '#console/ui/kbd.tsx';
import { DeferredBoundary, LazyBoundary } from '#console/ui/lazy-boundary.tsx';
import { Breadcrumbs } from './breadcrumbs.tsx';
import styles from './topbar.module.css';

const notifications = lazyComponent(
  async () =>
    (await import('#console/layout/notifications/notifications-button.tsx')).NotificationsButton,
);
const menus = lazyComponent(
  async () => (await import('#console/layout/menus/topbar-menus.tsx')).TopbarMenus,
);
const stepUpChip = lazyComponent(async () => (await import('./step-up-chip.tsx')).StepUpChip);

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
      {isStepUpConfirmed && (
        <LazyBoundary>
          <stepUpChip.Component />
        </LazyBoundary>
      )}
      <DeferredBoundary fallback={<span className={styles.bell} />}>
        <notifications.Component />
      </DeferredBoundary>
      <DeferredBoundary fallback={<span className={styles.avatar} />}>
        <menus.Component />
      </DeferredBoundary>
    </header>
  );
}

import { lazyComponent } from '#console/lib/lazy-component.ts';
import { useCurrentUser } from '#console/session/current-user.ts';
import { LazyMenuButton, type LazyMenuProps } from './lazy-menu-button.tsx';
import styles from './user-button.module.css';

const userMenu = lazyComponent<LazyMenuProps>(
  async () => (await import('./user-menu.tsx')).UserMenu,
);

/** The avatar, which opens the person's menu. */
export function UserButton() {
  const email = useCurrentUser().data?.email;
  return (
    <LazyMenuButton
      label={email ? `You, ${email}` : 'You'}
      className={styles.avatar}
      menu={userMenu}
    >
      <span className={styles.initials} data-initials={email?.slice(0, 2).toUpperCase()} />
    </LazyMenuButton>
  );
}

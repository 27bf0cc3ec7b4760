import type { ReactNode } from 'react';
import { lazyComponent } from '#console/lib/lazy-component.ts';
import { useCurrentUser } from '#console/session/current-user.ts';
import { useCurrentTeam } from '#console/session/team.ts';
import { DeferredBoundary } from '#console/ui/lazy-boundary.tsx';
import { Skeleton } from '#console/ui/skeleton.tsx';
import styles from './team-switcher.module.css';

const teamMenu = lazyComponent<{ readonly children: ReactNode }>(
  async () => (await import('./team-menu.tsx')).TeamMenu,
);

/** The current team; a menu if there is another one to choose. */
export function TeamSwitcher() {
  const user = useCurrentUser();
  const current = useCurrentTeam();
  const name = current?.attributes.name;
  const role = current?.meta?.role;

  const content = (
    <>
      <span className={styles.letter} data-letter={name?.trim().charAt(0).toUpperCase()} />
      <span className={styles.text}>
        {user.isPending ? (
          <Skeleton width="96px" />
        ) : (
          <span className={styles.name}>{name ?? 'No team'}</span>
        )}
        {role && <span className={styles.role}> {role}</span>}
      </span>
    </>
  );
  const plain = <div className={styles.team}>{content}</div>;
  if (!user.data?.teams.some(({ id }) => id !== current?.id)) return plain;
  return (
    <DeferredBoundary fallback={plain}>
      <teamMenu.Component>{content}</teamMenu.Component>
    </DeferredBoundary>
  );
}

import { ChevronsUpDown } from 'lucide-react';
import { lazyComponent } from '#console/lib/lazy-component.ts';
import { useCurrentUser } from '#console/session/current-user.ts';
import { useShownTeam } from '#console/session/team.ts';
import { Skeleton } from '#console/ui/skeleton.tsx';
import { LazyMenuButton, type LazyMenuProps } from './lazy-menu-button.tsx';
import styles from './team-switcher.module.css';

const teamMenu = lazyComponent<LazyMenuProps>(
  async () => (await import('./team-menu.tsx')).TeamMenu,
);

/** Which team it is about, and the way to another. */
export function TeamSwitcher() {
  const user = useCurrentUser();
  const shown = useShownTeam();
  const name = shown?.attributes.name;
  const role = shown?.meta?.role;
  const hasChoice = user.data?.teams.some(({ id }) => id !== shown?.id) ?? false;

  const face = (
    <>
      <span className={styles.letter} data-letter={name?.trim().charAt(0).toUpperCase()} />
      <span className={styles.words}>
        {name === undefined && user.isPending ? (
          <Skeleton width="96px" />
        ) : (
          <span className={styles.name}>{name ?? 'No team'}</span>
        )}
        {role && <span className={styles.role}> {role}</span>}
      </span>
    </>
  );
  if (!hasChoice) return <div className={styles.team}>{face}</div>;
  return (
    <LazyMenuButton
      label={`Team ${[name, role].filter(Boolean).join(' ')}, switch team`}
      className={styles.team}
      menu={teamMenu}
    >
      {face}
      <ChevronsUpDown />
    </LazyMenuButton>
  );
}

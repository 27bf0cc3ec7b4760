import { ChevronsUpDown } from 'lucide-react';
import { useNavigate } from 'react-router';
import { paths } from '#console/paths.ts';
import { useCurrentUser } from '#console/session/current-user.ts';
import { useShownTeam } from '#console/session/team.ts';
import { Menu, MenuGroup } from '#console/ui/menu.tsx';
import { MenuRadio } from '#console/ui/menu-item.tsx';
import { Skeleton } from '#console/ui/skeleton.tsx';
import styles from './team-switcher.module.css';

/** Which team it is about, and the way to another. */
export function TeamSwitcher() {
  const user = useCurrentUser();
  const shown = useShownTeam();
  const navigate = useNavigate();
  const teams = user.data?.teams ?? [];
  const name = shown?.attributes.name;

  const face = (
    <>
      <span className={styles.letter} aria-hidden="true">
        {name?.trim().charAt(0).toUpperCase()}
      </span>
      <span className={styles.words}>
        {name === undefined && user.isPending ? (
          <Skeleton width="96px" />
        ) : (
          <span className={styles.name}>{name ?? 'No team'}</span>
        )}
        {shown?.meta?.role && <span className={styles.role}>{shown.meta.role}</span>}
      </span>
    </>
  );
  const hasChoice = teams.some((team) => team.id !== shown?.id);
  if (!hasChoice) return <div className={styles.team}>{face}</div>;

  return (
    <Menu
      label="Teams"
      align="start"
      trigger={(props) => (
        <button
          {...props}
          type="button"
          className={styles.team}
          aria-label={`Team ${name ?? ''}, switch team`}
        >
          {face}
          <ChevronsUpDown />
        </button>
      )}
    >
      <MenuGroup label="Teams">
        {teams.map((team) => (
          <MenuRadio
            key={team.id}
            checked={team.id === shown?.id}
            onSelect={() => navigate(paths.overview(team.id))}
          >
            {team.attributes.name}
          </MenuRadio>
        ))}
      </MenuGroup>
    </Menu>
  );
}

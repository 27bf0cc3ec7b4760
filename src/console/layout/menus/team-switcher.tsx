import { ChevronsUpDown } from 'lucide-react';
import { useNavigate } from 'react-router';
import { paths } from '#console/paths.ts';
import { useCurrentUser } from '#console/session/current-user.ts';
import { useCurrentTeam } from '#console/session/team.ts';
import { Menu, MenuGroup } from '#console/ui/overlay/menu.tsx';
import { MenuRadio } from '#console/ui/overlay/menu-item.tsx';
import { Skeleton } from '#console/ui/skeleton.tsx';
import styles from './team-switcher.module.css';

/** The current team; a menu if the user is on several. */
export function TeamSwitcher() {
  const navigate = useNavigate();
  const user = useCurrentUser();
  const current = useCurrentTeam();
  const teams = user.data?.teams ?? [];
  const name = current?.attributes.name;
  const role = current?.meta?.role;

  const content = (
    <>
      <span className={styles.letter} data-letter={name?.trim().charAt(0).toUpperCase()} />
      <span className={styles.text}>
        {name === undefined && user.isPending ? (
          <Skeleton width="96px" />
        ) : (
          <span className={styles.name}>{name ?? 'No team'}</span>
        )}
        {role && <span className={styles.role}> {role}</span>}
      </span>
    </>
  );
  if (!teams.some(({ id }) => id !== current?.id)) {
    return <div className={styles.team}>{content}</div>;
  }
  return (
    <Menu
      label="Teams"
      align="start"
      trigger={(props) => (
        <button
          type="button"
          aria-label={`Team ${[name, role].filter(Boolean).join(' ')}, switch team`}
          className={styles.team}
          {...props}
        >
          {content}
          <ChevronsUpDown />
        </button>
      )}
    >
      <MenuGroup label="Teams">
        {teams.map((team) => (
          <MenuRadio
            key={team.id}
            checked={team.id === current?.id}
            onSelect={() => void navigate(paths.overview(team.id))}
          >
            {team.attributes.name}
          </MenuRadio>
        ))}
      </MenuGroup>
    </Menu>
  );
}

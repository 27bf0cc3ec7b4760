import { NavLink } from 'react-router';
import { TeamSwitcher } from '#console/layout/menus/team-switcher.tsx';
import { useShownTeam } from '#console/session/team.ts';
import type { NavigationItem } from './navigation.ts';
import { useNavigation } from './shell-context.ts';
import styles from './sidebar.module.css';

/** The team and the way to every page. The same content stands in the sheet on small screens. */
export function Sidebar() {
  const { team, personal } = useNavigation();
  const teamId = useShownTeam()?.id;
  return (
    <aside aria-label="Sidebar" className={styles.sidebar}>
      <TeamSwitcher />
      <nav aria-label="Main" className={styles.nav}>
        {teamId !== undefined &&
          team.map(({ label, items }) => (
            <div key={label ?? 'alone'} className={styles.group}>
              {label && <p className={styles.label}>{label}</p>}
              <NavigationList items={items} teamId={teamId} />
            </div>
          ))}
        <div className={styles.foot}>
          <NavigationList items={personal} teamId="" />
        </div>
      </nav>
    </aside>
  );
}

interface NavigationListProps {
  readonly items: readonly NavigationItem[];
  readonly teamId: string;
}

function NavigationList({ items, teamId }: NavigationListProps) {
  return (
    <ul className={styles.list}>
      {items.map(({ name, icon: Icon, to }) => (
        <li key={name}>
          <NavLink to={to(teamId)} className={styles.link ?? ''}>
            <Icon />
            {name}
          </NavLink>
        </li>
      ))}
    </ul>
  );
}

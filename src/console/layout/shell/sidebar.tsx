import { NavLink } from 'react-router';
import { TeamSwitcher } from '#console/layout/menus/team-switcher.tsx';
import { type NavigationItem, useNavigation } from '#console/layout/navigation.ts';
import { useCurrentTeam } from '#console/session/team.ts';
import { LazyPart, lazyCode } from '#console/ui/lazy-part.tsx';
import styles from './sidebar.module.css';

const attentionBadge = lazyCode<{ readonly teamId: string }>(
  async () =>
    (await import('#console/layout/notifications/notifications-button.tsx')).AttentionBadge,
);

/** The team switcher and the navigation; on small screens they are in a sheet. */
export function Sidebar() {
  const { team, personal } = useNavigation();
  const teamId = useCurrentTeam()?.id;
  return (
    <aside aria-label="Sidebar" className={styles.sidebar}>
      <TeamSwitcher />
      <nav aria-label="Main" className={styles.nav}>
        {teamId !== undefined &&
          team.map(({ label, items }) => (
            <div key={label ?? 'top'}>
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
      {items.map(({ name, icon: Icon, to, badge }) => (
        <li key={name} className={styles.item}>
          <NavLink to={to(teamId)} className={styles.link ?? ''}>
            <Icon />
            {name}
          </NavLink>
          {badge && <LazyPart code={attentionBadge} props={{ teamId }} />}
        </li>
      ))}
    </ul>
  );
}

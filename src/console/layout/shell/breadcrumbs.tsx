import { Link, useLocation } from 'react-router';
import { useNavigation } from '#console/layout/navigation.ts';
import { paths } from '#console/paths.ts';
import { useCurrentTeam } from '#console/session/team.ts';
import { usePageTitle } from '#console/ui/hooks/page-title.ts';
import styles from './breadcrumbs.module.css';

/** Team, section, and the page itself if it is below a section. */
export function Breadcrumbs() {
  const { pathname, search } = useLocation();
  const { team: groups } = useNavigation();
  const team = useCurrentTeam();
  const title = usePageTitle();
  const isTeamPage = pathname.startsWith('/teams/');
  const section = groups
    .flatMap(({ items }) => items)
    .find((item) => team && isWithin(pathname, item.to(team.id)));

  const parents = [
    ...(isTeamPage && team ? [{ name: team.attributes.name, to: paths.overview(team.id) }] : []),
    ...(section && team && title !== section.name && title !== ''
      ? // The query string of an item has the filters of the list that it was opened from.
        [{ name: section.name, to: section.to(team.id) + search }]
      : []),
  ];
  return (
    <nav aria-label="Breadcrumbs" className={styles.breadcrumbs}>
      <ol className={styles.list}>
        {parents.map(({ name, to }) => (
          <li key={to} className={styles.parent}>
            <Link to={to}>{name}</Link>
          </li>
        ))}
        <li className={styles.current} aria-current="page">
          {title || section?.name}
        </li>
      </ol>
    </nav>
  );
}

function isWithin(pathname: string, parent: string): boolean {
  return pathname === parent || pathname.startsWith(`${parent}/`);
}

import { Link, useLocation } from 'react-router';
import { paths } from '#console/paths.ts';
import { useShownTeam } from '#console/session/team.ts';
import { usePageTitle } from '#console/ui/page/page-title.ts';
import styles from './breadcrumbs.module.css';
import { useNavigation } from './shell-context.ts';

/** Where the page stands: team, section, and the page itself where it is one below a section. */
export function Breadcrumbs() {
  const { pathname, search } = useLocation();
  const { team: groups } = useNavigation();
  const team = useShownTeam();
  const title = usePageTitle();
  const isOfTeam = pathname.startsWith('/teams/');
  const section = groups
    .flatMap(({ items }) => items)
    .find((item) => team && isWithin(pathname, item.to(team.id)));

  const above = [
    ...(isOfTeam && team ? [{ name: team.attributes.name, to: paths.overview(team.id) }] : []),
    ...(section && team && title !== section.name && title !== ''
      ? // The address of an item carries the filters of the list that it was opened from.
        [{ name: section.name, to: section.to(team.id) + search }]
      : []),
  ];
  return (
    <nav aria-label="Breadcrumbs" className={styles.breadcrumbs}>
      <ol className={styles.list}>
        {above.map(({ name, to }) => (
          <li key={to} className={styles.above}>
            <Link to={to}>{name}</Link>
          </li>
        ))}
        <li className={styles.here} aria-current="page">
          {title || section?.name}
        </li>
      </ol>
    </nav>
  );
}

function isWithin(pathname: string, parent: string): boolean {
  return pathname === parent || pathname.startsWith(`${parent}/`);
}

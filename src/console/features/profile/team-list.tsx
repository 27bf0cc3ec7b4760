import { Link } from 'react-router';
import { paths } from '#console/paths.ts';
import type { Team } from '#contract/advocacy/teams.ts';
import styles from './team-list.module.css';

/** The teams that a person is in, each with what they are there. */
export function TeamList({ teams }: { readonly teams: readonly Team[] }) {
  if (teams.length === 0) return <p>You are in no team. Ask an administrator to add you to one.</p>;
  return (
    <ul className={styles.teams}>
      {teams.map(({ id, attributes, meta }) => (
        <li key={id} className={styles.team}>
          <Link to={paths.overview(id)}>{attributes.name}</Link>
          {meta?.role && <span className={styles.role}>{meta.role}</span>}
        </li>
      ))}
    </ul>
  );
}

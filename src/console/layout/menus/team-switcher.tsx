import { Check, ChevronsUpDown } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useMatches, useNavigate } from 'react-router';
import { useNavigation } from '#console/layout/navigation.ts';
import { pagePathname } from '#console/layout/page-match.ts';
import { useCurrentUser } from '#console/session/current-user.ts';
import { useCurrentTeam } from '#console/session/team.ts';
import { SearchInput } from '#console/ui/form/search-input.tsx';
import { Popover } from '#console/ui/popup/popover.tsx';
import { Skeleton } from '#console/ui/skeleton.tsx';
import { pathInTeam } from './path-in-team.ts';
import menuStyles from './team-menu.module.css';
import styles from './team-switcher.module.css';

/** Why this session can't use a team. */
function ruleLabel(rule: string | undefined): string | undefined {
  if (rule === 'second_step') return 'needs a second step';
  if (rule === 'session') return 'requires a new sign-in';
  return rule === undefined ? undefined : "can't be used from this network";
}

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
  return <TeamMenu>{content}</TeamMenu>;
}

/** Switches to another team, and to the same section of it. */
function TeamMenu({ children }: { readonly children: ReactNode }) {
  const current = useCurrentTeam();
  const label = [current?.attributes.name, current?.meta?.role].filter(Boolean).join(' ');
  return (
    <Popover
      label="Teams"
      trigger={(props) => (
        <button
          type="button"
          aria-label={current ? `Team ${label}, switch team` : 'No team, choose a team'}
          className={styles.team}
          {...props}
        >
          {children}
          <ChevronsUpDown />
        </button>
      )}
    >
      {(close) => <TeamSearch onClose={close} />}
    </Popover>
  );
}

/** The user's teams with their roles. Enter in the search field opens the first that matches. */
function TeamSearch({ onClose }: { readonly onClose: () => void }) {
  const navigate = useNavigate();
  const page = pagePathname(useMatches());
  const groups = useNavigation().team;
  const teams = useCurrentUser().data?.teams ?? [];
  const current = useCurrentTeam();
  const [text, setText] = useState('');
  const found = teams.filter(({ attributes }) =>
    attributes.name.toLowerCase().includes(text.trim().toLowerCase()),
  );
  function open(teamId: string) {
    onClose();
    void navigate(pathInTeam(page, teamId, groups));
  }
  return (
    <form
      className={menuStyles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (found[0]) open(found[0].id);
      }}
    >
      <SearchInput label="Search teams" value={text} onChange={setText} />
      <ul className={menuStyles.teams}>
        {found.map(({ id, attributes: { name }, meta }) => (
          <li key={id}>
            <button
              type="button"
              aria-current={id === current?.id || undefined}
              className={menuStyles.choice}
              onClick={() => open(id)}
            >
              <span className={styles.text}>
                <span className={styles.name}>{name}</span>
                {meta?.role && (
                  <span className={styles.role}> {ruleLabel(meta.unmet_rule) ?? meta.role}</span>
                )}
              </span>
              {id === current?.id && <Check aria-hidden="true" />}
            </button>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p>No results</p>}
    </form>
  );
}

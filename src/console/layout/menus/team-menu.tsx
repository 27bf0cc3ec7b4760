import { ChevronsUpDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMatches, useNavigate } from 'react-router';
import { useNavigation } from '#console/layout/navigation.ts';
import { pagePathname } from '#console/layout/page-match.ts';
import { useCurrentUser } from '#console/session/current-user.ts';
import { useCurrentTeam } from '#console/session/team.ts';
import { Menu, MenuGroup } from '#console/ui/overlay/menu.tsx';
import { MenuRadio } from '#console/ui/overlay/menu-item.tsx';
import { pathInTeam } from './path-in-team.ts';
import styles from './team-switcher.module.css';

/** Switches to another team, and to the same section of it. */
export function TeamMenu({ children }: { readonly children: ReactNode }) {
  const navigate = useNavigate();
  const page = pagePathname(useMatches());
  const groups = useNavigation().team;
  const teams = useCurrentUser().data?.teams ?? [];
  const current = useCurrentTeam();
  const label = [current?.attributes.name, current?.meta?.role].filter(Boolean).join(' ');
  return (
    <Menu
      label="Teams"
      align="start"
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
      <MenuGroup label="Teams">
        {teams.map((team) => (
          <MenuRadio
            key={team.id}
            checked={team.id === current?.id}
            closesMenu
            onSelect={() => void navigate(pathInTeam(page, team.id, groups))}
          >
            {team.attributes.name}
          </MenuRadio>
        ))}
      </MenuGroup>
    </Menu>
  );
}

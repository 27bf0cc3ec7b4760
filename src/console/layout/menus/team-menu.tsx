import { useNavigate } from 'react-router';
import { paths } from '#console/paths.ts';
import { useCurrentUser } from '#console/session/current-user.ts';
import { useShownTeam } from '#console/session/team.ts';
import { Menu, MenuGroup } from '#console/ui/overlay/menu.tsx';
import { MenuRadio } from '#console/ui/overlay/menu-item.tsx';
import type { LazyMenuProps } from './lazy-menu-button.tsx';

/** The person's teams, to switch between. */
export function TeamMenu({ trigger }: LazyMenuProps) {
  const navigate = useNavigate();
  const teams = useCurrentUser().data?.teams ?? [];
  const shown = useShownTeam();
  return (
    <Menu label="Teams" align="start" trigger={trigger}>
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

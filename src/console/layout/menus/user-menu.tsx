import { Keyboard, KeyRound, LogOut, Monitor, Moon, Sun } from 'lucide-react';
import { useContext } from 'react';
import { OpenDialogContext } from '#console/layout/shell/shell-context.ts';
import { useCurrentUser } from '#console/session/current-user.ts';
import { useSession } from '#console/session/session-context.ts';
import { useShownTeam } from '#console/session/team.ts';
import { type ThemePreference, useTheme } from '#console/ui/hooks/use-theme.ts';
import { Menu, MenuGroup } from '#console/ui/overlay/menu.tsx';
import { MenuItem, MenuRadio } from '#console/ui/overlay/menu-item.tsx';
import type { LazyMenuProps } from './lazy-menu-button.tsx';
import styles from './user-menu.module.css';

const THEMES = [
  { theme: 'light', name: 'Light', icon: <Sun /> },
  { theme: 'dark', name: 'Dark', icon: <Moon /> },
  { theme: 'system', name: 'System', icon: <Monitor /> },
] as const satisfies { theme: ThemePreference; name: string; icon: unknown }[];

/** Who is signed in, with what rights, how it looks, and the way out. */
export function UserMenu({ trigger }: LazyMenuProps) {
  const openDialog = useContext(OpenDialogContext);
  const session = useSession();
  const email = useCurrentUser().data?.email;
  const team = useShownTeam();
  const [theme, chooseTheme] = useTheme();
  return (
    <Menu label="You" trigger={trigger}>
      <div role="presentation" className={styles.who}>
        <strong>{email}</strong>
        {team && (
          <span>
            {team.attributes.name}
            {team.meta?.role && `, ${team.meta.role}`}
          </span>
        )}
      </div>
      <MenuGroup label="Theme">
        {THEMES.map((choice) => (
          <MenuRadio
            key={choice.theme}
            icon={choice.icon}
            checked={theme === choice.theme}
            onSelect={() => chooseTheme(choice.theme)}
          >
            {choice.name}
          </MenuRadio>
        ))}
      </MenuGroup>
      <MenuGroup>
        <MenuItem icon={<KeyRound />} onSelect={() => openDialog('scopes')}>
          Granted scopes
        </MenuItem>
        <MenuItem icon={<Keyboard />} onSelect={() => openDialog('shortcuts')}>
          Keyboard shortcuts
        </MenuItem>
        <MenuItem icon={<LogOut />} onSelect={() => void session.signOut()}>
          Sign out
        </MenuItem>
      </MenuGroup>
    </Menu>
  );
}

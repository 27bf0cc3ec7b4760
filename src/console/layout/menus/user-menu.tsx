import { KeyRound, LogOut, Monitor, Moon, Sun } from 'lucide-react';
import { useContext } from 'react';
import { OpenDialogContext } from '#console/layout/open-dialog.ts';
import { useSignOut } from '#console/layout/use-sign-out.ts';
import { useCurrentUser } from '#console/session/current-user.ts';
import { useCurrentTeam } from '#console/session/team.ts';
import { type ThemePreference, useTheme } from '#console/ui/hooks/use-theme.ts';
import { Menu, MenuGroup } from '#console/ui/overlay/menu.tsx';
import { MenuItem, MenuRadio } from '#console/ui/overlay/menu-item.tsx';
import styles from './user-menu.module.css';

const THEMES = [
  { theme: 'light', name: 'Light', icon: <Sun /> },
  { theme: 'dark', name: 'Dark', icon: <Moon /> },
  { theme: 'system', name: 'System', icon: <Monitor /> },
] as const satisfies { theme: ThemePreference; name: string; icon: unknown }[];

/** The avatar and its menu: user, theme, permissions, sign out. */
export function UserMenu() {
  const openDialog = useContext(OpenDialogContext);
  const signOut = useSignOut();
  const { email } = useCurrentUser().data ?? {};
  const team = useCurrentTeam();
  const [theme, chooseTheme] = useTheme();
  return (
    <Menu
      label="You"
      trigger={(props) => (
        <button
          type="button"
          aria-label={email ? `You, ${email}` : 'You'}
          className={styles.avatar}
          {...props}
        >
          <span className={styles.initials} data-initials={email?.slice(0, 2).toUpperCase()} />
        </button>
      )}
    >
      <div role="presentation" className={styles.user}>
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
          Permissions
        </MenuItem>
        <MenuItem icon={<LogOut />} onSelect={signOut}>
          Sign out
        </MenuItem>
      </MenuGroup>
    </Menu>
  );
}

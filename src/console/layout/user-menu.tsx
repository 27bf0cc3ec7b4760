import { Keyboard, KeyRound, LogOut, Monitor, Moon, Sun } from 'lucide-react';
import { useCurrentUser } from '#console/session/current-user.ts';
import { useSession } from '#console/session/session-context.ts';
import { useShownTeam } from '#console/session/team.ts';
import { Menu, MenuGroup } from '#console/ui/menu.tsx';
import { MenuItem, MenuRadio } from '#console/ui/menu-item.tsx';
import { type ThemePreference, useTheme } from '#console/ui/use-theme.ts';
import styles from './user-menu.module.css';

const THEMES = [
  { theme: 'light', name: 'Light', icon: <Sun /> },
  { theme: 'dark', name: 'Dark', icon: <Moon /> },
  { theme: 'system', name: 'System', icon: <Monitor /> },
] as const satisfies { theme: ThemePreference; name: string; icon: unknown }[];

interface UserMenuProps {
  readonly onShowScopes: () => void;
  readonly onShowShortcuts: () => void;
}

/** Who is signed in, with what rights, how it looks, and the way out. */
export function UserMenu({ onShowScopes, onShowShortcuts }: UserMenuProps) {
  const session = useSession();
  const email = useCurrentUser().data?.email;
  const team = useShownTeam();
  const [theme, chooseTheme] = useTheme();
  return (
    <Menu
      label="You"
      trigger={(props) => (
        <button
          {...props}
          type="button"
          className={styles.avatar}
          aria-label={email ? `You, ${email}` : 'You'}
        >
          {email?.slice(0, 2).toUpperCase()}
        </button>
      )}
    >
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
        <MenuItem icon={<KeyRound />} onSelect={onShowScopes}>
          Granted scopes
        </MenuItem>
        <MenuItem icon={<Keyboard />} onSelect={onShowShortcuts}>
          Keyboard shortcuts
        </MenuItem>
        <MenuItem icon={<LogOut />} onSelect={() => void session.signOut()}>
          Sign out
        </MenuItem>
      </MenuGroup>
    </Menu>
  );
}

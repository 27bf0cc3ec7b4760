import { useQuery } from '@tanstack/react-query';
import { KeyRound, LogOut, Monitor, Moon, Sun } from 'lucide-react';
import { useContext } from 'react';
import { useApi } from '#console/api/api-context.ts';
import { OpenDialogContext } from '#console/layout/open-dialog.ts';
import { useSignOut } from '#console/layout/use-sign-out.ts';
import { initials } from '#console/lib/format/initials.ts';
import { useCurrentUser } from '#console/session/current-user.ts';
import { profileQuery } from '#console/session/profile-query.ts';
import { useCurrentTeam } from '#console/session/team.ts';
import { type ThemePreference, useTheme } from '#console/ui/hooks/use-theme.ts';
import { Menu, MenuGroup } from '#console/ui/overlay/menu.tsx';
import { MenuItem, MenuRadio } from '#console/ui/overlay/menu-item.tsx';
import { Skeleton } from '#console/ui/skeleton.tsx';
import styles from './user-menu.module.css';

const THEMES = [
  { theme: 'light', name: 'Light', icon: <Sun /> },
  { theme: 'dark', name: 'Dark', icon: <Moon /> },
  { theme: 'system', name: 'System', icon: <Monitor /> },
] as const satisfies { theme: ThemePreference; name: string; icon: unknown }[];

export function UserMenu() {
  const openDialog = useContext(OpenDialogContext);
  const signOut = useSignOut();
  const { label, name = '' } = useCurrentUser().data ?? {};
  const team = useCurrentTeam();
  const [theme, chooseTheme] = useTheme();
  return (
    <Menu
      label="You"
      trigger={(props) => (
        <button
          type="button"
          aria-label={label ? `You, ${label}` : 'You'}
          className={styles.avatar}
          {...props}
        >
          <span className={styles.initials} data-initials={initials(name)} />
        </button>
      )}
    >
      <div role="presentation" className={styles.user}>
        <UserName label={label} />
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

/** The user's name and address. The name is loaded when the menu is opened. */
function UserName({ label }: { readonly label: string | undefined }) {
  const { data: profile, isPending } = useQuery(profileQuery(useApi()));
  const name = profile?.name.trim();
  if (!name && !isPending) return <strong>{label}</strong>;
  return (
    <>
      <strong>{name || <Skeleton width="60%" />}</strong>
      <span>{label}</span>
    </>
  );
}

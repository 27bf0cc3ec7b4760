import { Plus } from 'lucide-react';
import { useNavigate, useSearchParams } from 'react-router';
import { paths } from '#console/paths.ts';
import { useConfig, useScopeReason } from '#console/session/session-context.ts';
import { useTeamId } from '#console/session/team.ts';
import { Button } from '#console/ui/button/button.tsx';
import { Menu, MenuGroup } from '#console/ui/overlay/menu.tsx';
import { MenuItem } from '#console/ui/overlay/menu-item.tsx';
import type { AccountType } from '#contract/gateway/config.ts';
import type { ConnectTarget } from './connect-target.ts';

interface ConnectAccountMenuProps {
  readonly label: string;
  /** Opens the network's window; called in the click. */
  readonly onConnect: (subject: ConnectTarget) => void;
}

/** A button with a menu of the deployment's account types. */
export function ConnectAccountMenu({ label, onConnect }: ConnectAccountMenuProps) {
  const { accountTypes } = useConfig();
  const teamId = useTeamId();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const scopeReason = useScopeReason('accounts:write');
  const disabledReason =
    scopeReason ?? (accountTypes.length === 0 ? 'No account types are set up.' : undefined);

  function handleSelect({ type, label: network, fields }: AccountType) {
    // The type needs values before the network's window can open.
    if (fields.length > 0) {
      void navigate({ pathname: paths.newAccount(teamId, type), search: `${params}` });
    } else onConnect({ type: 'account_new', accountType: type, label: network });
  }

  const menuItems = (connect: AccountType['connect']) =>
    accountTypes
      .filter((type) => type.connect === connect)
      .map((type) => (
        <MenuItem key={type.type} onSelect={() => handleSelect(type)}>
          {type.label}
        </MenuItem>
      ));
  const authorizeItems = menuItems('authorize');
  const credentialItems = menuItems('credentials');

  if (disabledReason !== undefined) {
    return <ConnectButton disabledReason={disabledReason}>{label}</ConnectButton>;
  }
  return (
    <Menu label={label} trigger={(props) => <ConnectButton {...props}>{label}</ConnectButton>}>
      {authorizeItems.length > 0 && (
        <MenuGroup label="Sign in at the network">{authorizeItems}</MenuGroup>
      )}
      {credentialItems.length > 0 && (
        <MenuGroup label="Enter credentials">{credentialItems}</MenuGroup>
      )}
    </Menu>
  );
}

function ConnectButton(props: Parameters<typeof Button>[0]) {
  return <Button variant="primary" icon={<Plus />} {...props} />;
}

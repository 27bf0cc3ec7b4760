import { Activity, BookOpen, CircleHelp, Keyboard } from 'lucide-react';
import { useContext } from 'react';
import { OpenDialogContext } from '#console/layout/open-dialog.ts';
import { useConfig } from '#console/session/session-context.ts';
import buttonStyles from '#console/ui/button/button.module.css';
import { PlainButton } from '#console/ui/button/plain-button.tsx';
import { Menu } from '#console/ui/overlay/menu.tsx';
import { MenuItem } from '#console/ui/overlay/menu-item.tsx';
import { UserMenu } from './user-menu.tsx';

export function TopbarMenus() {
  return (
    <>
      <HelpMenu />
      <UserMenu />
    </>
  );
}

function HelpMenu() {
  const openDialog = useContext(OpenDialogContext);
  const { reference } = useConfig().extensions ?? {};
  return (
    <Menu
      label="Help"
      trigger={(props) => (
        <PlainButton
          variant="ghost"
          aria-label="Help"
          title="Help"
          className={buttonStyles.square}
          {...props}
        >
          <CircleHelp />
        </PlainButton>
      )}
    >
      <MenuItem icon={<Keyboard />} onSelect={() => openDialog('shortcuts')}>
        Keyboard shortcuts
      </MenuItem>
      {reference && (
        <MenuItem
          icon={<BookOpen />}
          onSelect={() => window.open(reference.baseUrl, '_blank', 'noopener')}
        >
          API reference
        </MenuItem>
      )}
      <MenuItem icon={<Activity />} onSelect={() => openDialog('inspector')}>
        API inspector
      </MenuItem>
    </Menu>
  );
}

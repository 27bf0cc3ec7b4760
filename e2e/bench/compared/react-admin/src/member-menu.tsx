import MoreHorizIcon from '@mui/icons-material/MoreHoriz';
import { IconButton, Menu, MenuItem } from '@mui/material';
import { useState } from 'react';
import { useRecordContext } from 'react-admin';

const ACTIONS = ['Edit', 'Block', 'Opt out', 'Delete'];

/** The same row menu as on Patron's page. */
export function MemberMenu() {
  const member = useRecordContext();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <IconButton
        size="small"
        aria-label={`Actions for ${member?.first_name} ${member?.last_name}`}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <MoreHorizIcon fontSize="small" />
      </IconButton>
      {anchor && (
        <Menu open anchorEl={anchor} onClose={() => setAnchor(null)}>
          {ACTIONS.map((action) => (
            <MenuItem key={action} onClick={() => setAnchor(null)}>
              {action}
            </MenuItem>
          ))}
        </Menu>
      )}
    </>
  );
}

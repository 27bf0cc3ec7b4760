import MoreHorizIcon from '@mui/icons-material/MoreHoriz';
import { IconButton, Menu, MenuItem } from '@mui/material';
import { useState } from 'react';
import { useRecordContext } from 'react-admin';

const ACTS = ['Edit', 'Block', 'Opt out', 'Delete'];

/** The acts of a row, as Patron's page has them. */
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
          {ACTS.map((act) => (
            <MenuItem key={act} onClick={() => setAnchor(null)}>
              {act}
            </MenuItem>
          ))}
        </Menu>
      )}
    </>
  );
}

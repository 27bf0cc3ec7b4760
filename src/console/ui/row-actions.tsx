import { Ellipsis } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from './icon-button.tsx';
import { Menu } from './menu.tsx';

interface RowActionsProps {
  /** The row's name as it is read in the table. */
  readonly row: string;
  /** Menu items. */
  readonly children: ReactNode;
}

/** The menu of a table row or a list item: "Actions for <row>". */
export function RowActions({ row, children }: RowActionsProps) {
  const label = `Actions for ${row}`;
  return (
    <Menu
      label={label}
      trigger={(props) => (
        <IconButton {...props} size="small" label={label} title={undefined} icon={<Ellipsis />} />
      )}
    >
      {children}
    </Menu>
  );
}

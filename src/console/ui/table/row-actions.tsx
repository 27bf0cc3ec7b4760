import { Ellipsis } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '#console/lib/class-names.ts';
import buttonStyles from '#console/ui/button/button.module.css';
import { focusHeadingOnUnmount } from '#console/ui/hooks/focus-heading.ts';
import { Menu } from '#console/ui/overlay/menu.tsx';

interface RowActionsProps {
  /** The row's name as it is read in the table. */
  readonly row: string;
  /** Menu items. */
  readonly children: ReactNode;
}

/**
 * The menu of a table row or a list item: "Actions for <row>". A hundred of them stand in a page, so
 * the button is a bare one, and the items are not drawn before it is pressed.
 */
export function RowActions({ row, children }: RowActionsProps) {
  const label = `Actions for ${row}`;
  return (
    <Menu
      label={label}
      trigger={(props) => (
        <button
          ref={focusHeadingOnUnmount}
          type="button"
          {...props}
          aria-label={label}
          className={BUTTON}
        >
          {ICON}
        </button>
      )}
    >
      {children}
    </Menu>
  );
}

const BUTTON = classNames(
  buttonStyles.button,
  buttonStyles.ghost,
  buttonStyles.small,
  buttonStyles.square,
);
const ICON = <Ellipsis />;

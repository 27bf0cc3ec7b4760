import { Ellipsis } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '#console/lib/class-names.ts';
import buttonStyles from '#console/ui/button/button.module.css';
import { focusHeadingOnUnmount } from '#console/ui/hooks/focus-heading.ts';
import { Menu } from '#console/ui/overlay/menu.tsx';
import { useIsStale } from './stale-rows.ts';

interface RowActionsProps {
  /** The row's name. */
  readonly row: string;
  readonly children: ReactNode;
}

/**
 * The menu of a table row or list item: "Actions for <row>". A page can have a hundred of them, so the
 * button is a plain element and the items render only while the menu is open.
 */
export function RowActions({ row, children }: RowActionsProps) {
  const label = `Actions for ${row}`;
  // These rows belong to the previous filter or page; their actions may not apply to those that are
  // loading.
  if (useIsStale()) {
    return (
      <button type="button" disabled aria-label={label} className={BUTTON}>
        {ICON}
      </button>
    );
  }
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

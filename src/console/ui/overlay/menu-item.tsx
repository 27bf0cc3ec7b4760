import type { ReactNode } from 'react';
import { classNames } from '#console/lib/class-names.ts';
import styles from './menu.module.css';
import { useCloseMenu } from './menu.tsx';

interface MenuItemProps {
  readonly icon?: ReactNode;
  /** Something is lost by it: written in red. */
  readonly danger?: boolean;
  /** Why the act is off; it stays in the menu, with the reason under its name. */
  readonly disabledReason?: string | undefined;
  readonly onSelect: () => void;
  readonly children: ReactNode;
}

/** An act in a menu. The menu is closed before the act begins. */
export function MenuItem({ icon, danger, disabledReason, onSelect, children }: MenuItemProps) {
  const close = useCloseMenu();
  function handleClick() {
    if (disabledReason !== undefined) return;
    close();
    onSelect();
  }
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      aria-disabled={disabledReason !== undefined || undefined}
      className={classNames(styles.item, danger && styles.danger)}
      onClick={handleClick}
    >
      {icon}
      <span className={styles.words}>
        {children}
        {disabledReason !== undefined && <span className={styles.reason}> {disabledReason}</span>}
      </span>
    </button>
  );
}

interface MenuRadioProps {
  readonly icon?: ReactNode;
  readonly checked: boolean;
  readonly onSelect: () => void;
  readonly children: ReactNode;
}

/** One of several choices in a `MenuGroup`; choosing leaves the menu open. */
export function MenuRadio({ icon, checked, onSelect, children }: MenuRadioProps) {
  return (
    <button
      type="button"
      role="menuitemradio"
      aria-checked={checked}
      tabIndex={-1}
      className={styles.item}
      onClick={onSelect}
    >
      {icon}
      <span className={styles.words}>{children}</span>
      {checked && (
        <svg
          viewBox="0 0 16 16"
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          aria-hidden="true"
        >
          <path d="m3.5 8.5 3 3 6-7" />
        </svg>
      )}
    </button>
  );
}

import type { ReactNode } from 'react';
import { classNames } from '#console/lib/class-names.ts';
import { VisuallyHidden } from '#console/ui/visually-hidden.tsx';
import styles from './menu.module.css';
import { useCloseMenu } from './menu.tsx';

interface MenuItemProps {
  readonly icon?: ReactNode;
  /** Red, for destructive actions. */
  readonly danger?: boolean;
  /** Why the item is disabled, shown below its label. */
  readonly disabledReason?: string | undefined;
  /** The item above shows the same reason: only screen readers get it again. */
  readonly isReasonRepeated?: boolean;
  readonly onSelect: () => void;
  readonly children: ReactNode;
}

/** An action in a menu. The menu closes before `onSelect` runs. */
export function MenuItem(props: MenuItemProps) {
  const { icon, danger, disabledReason, isReasonRepeated, onSelect, children } = props;
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
        {disabledReason !== undefined &&
          (isReasonRepeated ? (
            <VisuallyHidden> {disabledReason}</VisuallyHidden>
          ) : (
            <span className={styles.reason}> {disabledReason}</span>
          ))}
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

/** One of several options in a `MenuGroup`. Selecting it leaves the menu open. */
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

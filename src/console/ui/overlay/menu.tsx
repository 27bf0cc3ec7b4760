import { createContext, type KeyboardEvent, type ReactNode, useContext, useEffect } from 'react';
import { classNames } from '#console/lib/class-names.ts';
import popupStyles from '#console/ui/popup/popup.module.css';
import type { PopupAlign } from '#console/ui/popup/position-popup.ts';
import { type PopupTriggerProps, usePopup } from '#console/ui/popup/use-popup.ts';
import styles from './menu.module.css';

const CloseMenu = createContext<() => void>(() => {});

/** For the items: closes the menu around them and gives the focus back to its trigger. */
export const useCloseMenu = () => useContext(CloseMenu);

interface MenuProps {
  /** The accessible name of the menu. */
  readonly label: string;
  readonly align?: PopupAlign;
  /** Draws the button that opens it; the props go on that button. */
  readonly trigger: (props: PopupTriggerProps) => ReactNode;
  /** `MenuItem`, `MenuLink`, `MenuRadio`, in `MenuGroup` where there are several kinds. */
  readonly children: ReactNode;
}

/** A menu of acts (the ARIA menu button pattern): arrows, Home, End and letters walk it. */
export function Menu({ label, align = 'end', trigger, children }: MenuProps) {
  const { open, close, popupRef, triggerProps, popupProps } = usePopup('menu', align);
  useEffect(() => {
    if (open && popupRef.current) menuItems(popupRef.current)[0]?.focus();
  }, [open, popupRef]);

  function handleKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    // The page's own (the command palette), and the browser's.
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    // The popup's parent may listen to keys as well (a table, a page): they are used up here.
    event.stopPropagation();
    if (event.key === 'Tab') {
      close();
      return;
    }
    const next = itemForKey(menuItems(event.currentTarget), event.key);
    if (!next) return;
    event.preventDefault();
    next.focus();
  }

  return (
    <>
      {trigger(triggerProps)}
      {open && (
        <div
          {...popupProps}
          role="menu"
          tabIndex={-1}
          aria-label={label}
          className={classNames(popupStyles.popup, styles.menu)}
          onKeyDown={handleKeyDown}
        >
          <CloseMenu value={close}>{children}</CloseMenu>
        </div>
      )}
    </>
  );
}

function menuItems(menu: HTMLElement): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>('[role^="menuitem"]')];
}

/** The item that a key leads to from the focused one; `undefined` for keys that lead nowhere. */
function itemForKey(items: readonly HTMLElement[], key: string): HTMLElement | undefined {
  const focused = document.activeElement;
  const at = focused instanceof HTMLElement ? items.indexOf(focused) : -1;
  if (key === 'ArrowDown') return items[(at + 1) % items.length];
  if (key === 'ArrowUp') return items.at(at <= 0 ? -1 : at - 1);
  if (key === 'Home') return items[0];
  if (key === 'End') return items.at(-1);
  if (key.length !== 1 || key === ' ') return undefined;
  const letter = key.toLowerCase();
  const fromNext = [...items.slice(at + 1), ...items.slice(0, at + 1)];
  return fromNext.find((item) => item.textContent.trim().toLowerCase().startsWith(letter));
}

interface MenuGroupProps {
  readonly label?: string;
  readonly children: ReactNode;
}

/** Items that belong together, with a hairline between two groups. */
export function MenuGroup({ label, children }: MenuGroupProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has no place in a menu
    <div role="group" aria-label={label} className={styles.group}>
      {label && (
        <div className={styles.groupLabel} aria-hidden="true">
          {label}
        </div>
      )}
      {children}
    </div>
  );
}

import { createContext, type KeyboardEvent, type ReactNode, useContext, useEffect } from 'react';
import { classNames } from '#console/lib/class-names.ts';
import popupStyles from '#console/ui/popup/popup.module.css';
import { type PopupTriggerProps, usePopup } from '#console/ui/popup/use-popup.ts';
import styles from './menu.module.css';

const CloseMenu = createContext<() => void>(() => {});

/** Closes the surrounding menu and focuses its trigger. */
export const useCloseMenu = () => useContext(CloseMenu);

interface MenuProps {
  readonly label: string;
  /** Renders the button that opens the menu, with these props. */
  readonly trigger: (props: PopupTriggerProps) => ReactNode;
  /** `MenuItem`s and `MenuRadio`s, in `MenuGroup`s if there are several kinds. */
  readonly children: ReactNode;
}

/** A menu (the ARIA menu button pattern) with arrow keys, Home, End and typing a letter. */
export function Menu({ label, trigger, children }: MenuProps) {
  const { open, close, popupRef, triggerProps, popupProps } = usePopup('menu', 'end');
  useEffect(() => {
    if (open && popupRef.current) menuItems(popupRef.current)[0]?.focus();
  }, [open, popupRef]);

  function handleKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    // Shortcuts of the page (the command palette) and of the browser.
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    // A table or page around the menu may listen to keys too.
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

/** The item to focus after a key press; undefined if the key doesn't move the focus. */
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

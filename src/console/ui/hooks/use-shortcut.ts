import { useEffect, useEffectEvent } from 'react';
import { storedPreference } from './stored-preference.ts';

/** Single-key shortcuts can be turned off (WCAG 2.1.4); kept as "off". */
export const singleKeyPreference = storedPreference('single-key-shortcuts');

/** A press may belong to a control rather than to the page. */
const TAKES_KEYS = 'input, select, textarea, [contenteditable], [role="menu"], [role="listbox"]';

/**
 * Runs `act` when one of `keys` (`KeyboardEvent.key`, as it is typed) is pressed alone, unless the
 * person types into a control, a dialog is open, or single-key shortcuts are off.
 *
 * @param action returns false where it has no use for the key after all
 */
export function useShortcut(keys: readonly string[], action: (key: string) => unknown): void {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!keys.includes(event.key) || singleKeyPreference.read() === 'off') return;
    if (event.target instanceof Element && event.target.closest(TAKES_KEYS)) return;
    if (document.querySelector('dialog:modal')) return;
    if (action(event.key) !== false) event.preventDefault();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => handle(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}

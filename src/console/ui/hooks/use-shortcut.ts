import { useEffect, useEffectEvent } from 'react';
import { storedPreference } from './stored-preference.ts';

/** "off" if the user turned single-key shortcuts off (WCAG 2.1.4). */
export const singleKeyPreference = storedPreference('single-key-shortcuts');

/** Controls that handle key presses themselves. */
const TAKES_KEYS =
  'input:not([type="checkbox"]), select, textarea, [contenteditable], [role="menu"], [role="listbox"]';

/**
 * Runs `action` when one of `keys` (`KeyboardEvent.key`) is pressed without modifiers, unless the user
 * is typing, a dialog is open, or single-key shortcuts are off.
 *
 * @param action returns false to leave the key to the browser
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

import { useEffectEvent, useLayoutEffect } from 'react';
import { storedPreference } from './stored-preference.ts';

/** "off" if the user turned single-key shortcuts off (WCAG 2.1.4). */
export const singleKeyPreference = storedPreference('single-key-shortcuts');

/** Controls that handle key presses themselves. */
const TAKES_KEYS =
  'input:not([type="checkbox"]), select, textarea, [contenteditable], [role="menu"], [role="listbox"]';

/** How long the second key of a sequence is awaited. */
const SEQUENCE_TIMEOUT_MS = 1000;
let sequenceEndsAt = 0;

/** The next key belongs to a sequence, such as "g" "m", and is not a separate shortcut. */
export function startSequence(): void {
  sequenceEndsAt = performance.now() + SEQUENCE_TIMEOUT_MS;
}

/**
 * Runs `action` when one of `keys` (`KeyboardEvent.key`) is pressed without modifiers, unless the user
 * is typing, a dialog is open, or single-key shortcuts are off.
 *
 * @param action returns false to leave the key to the browser
 * @param place whether it is the second key of a sequence
 */
export function useShortcut(
  keys: readonly string[],
  action: (key: string) => unknown,
  place: 'alone' | 'second' = 'alone',
): void {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!keys.includes(event.key) || singleKeyPreference.read() === 'off') return;
    if (event.target instanceof Element && event.target.closest(TAKES_KEYS)) return;
    if (document.querySelector('dialog:modal')) return;
    const isSecond = performance.now() < sequenceEndsAt;
    if (isSecond !== (place === 'second')) return;
    sequenceEndsAt = 0;
    if (action(event.key) !== false) event.preventDefault();
  });
  // A layout effect, so that a key pressed right after a page change never reaches the previous page.
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => handle(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}

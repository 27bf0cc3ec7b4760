import { useSyncExternalStore } from 'react';

export type ThemePreference = 'light' | 'dark' | 'system';

/** Shared with public/boot.js, which sets the theme before the first paint. */
const STORAGE_KEY = 'patron.theme';
const CHANGE = 'patron:theme';

function subscribe(listener: () => void) {
  window.addEventListener(CHANGE, listener);
  window.addEventListener('storage', listener);
  return () => {
    window.removeEventListener(CHANGE, listener);
    window.removeEventListener('storage', listener);
  };
}

function read(): ThemePreference {
  const stored = localStorage.getItem(STORAGE_KEY);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

function choose(theme: ThemePreference) {
  if (theme === 'system') localStorage.removeItem(STORAGE_KEY);
  else localStorage.setItem(STORAGE_KEY, theme);
  window.dispatchEvent(new Event(CHANGE));
}

/** The theme preference and its setter. All tabs follow. */
export function useTheme(): readonly [ThemePreference, (theme: ThemePreference) => void] {
  return [useSyncExternalStore(subscribe, read), choose];
}

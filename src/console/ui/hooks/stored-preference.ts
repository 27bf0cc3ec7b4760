import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

export interface StoredPreference {
  readonly read: () => string | null;
  readonly write: (value: string | null) => void;
  /** The value; follows changes in all tabs. */
  readonly useValue: () => string | null;
}

/** A preference in localStorage, as `patron.<name>`. */
export function storedPreference(name: string): StoredPreference {
  const key = `patron.${name}`;
  const read = () => localStorage.getItem(key);
  return {
    read,
    write: (value) => {
      if (value === null) localStorage.removeItem(key);
      else localStorage.setItem(key, value);
      for (const listener of listeners) listener();
    },
    useValue: () => useSyncExternalStore(subscribe, read),
  };
}

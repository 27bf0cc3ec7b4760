import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let title = '';

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The head of the page tells its title here, for whoever stands outside of the page. */
export function publishPageTitle(next: string): void {
  title = next;
  for (const listener of listeners) listener();
}

/** The title of the page that is shown: its `h1`. */
export function usePageTitle(): string {
  return useSyncExternalStore(subscribe, () => title);
}

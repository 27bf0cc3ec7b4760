import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let title = '';

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Makes the page's title available outside of the page: in the breadcrumbs. */
export function publishPageTitle(next: string): void {
  title = next;
  for (const listener of listeners) listener();
}

/** The title of the current page: its `h1`. */
export function usePageTitle(): string {
  return useSyncExternalStore(subscribe, () => title);
}

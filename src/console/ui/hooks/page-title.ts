import { useSyncExternalStore } from 'react';

interface Titles {
  /** The page's `h1`. */
  readonly page: string;
  /** Whether the page has no item: it is loading, missing or failed to load. */
  readonly isPlaceholder: boolean;
  /** The title of the panel over the page. */
  readonly panel: string;
}

const listeners = new Set<() => void>();
let titles: Titles = { page: '', isPlaceholder: false, panel: '' };

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Makes the titles of the page and its panel available outside of them: in the breadcrumbs. */
export function publishTitles(change: Partial<Titles>): void {
  titles = { ...titles, ...change };
  for (const listener of listeners) listener();
}

export function usePageTitle(): string {
  return useSyncExternalStore(subscribe, () => titles.page);
}

/** The title of the panel over the page; empty without one. */
export function usePanelTitle(): string {
  return useSyncExternalStore(subscribe, () => titles.panel);
}

/**
 * Reports the page's title now and when it changes, except of pages without their item.
 * @returns ends the reports
 */
export function watchItemTitle(onTitle: (title: string) => void): () => void {
  const reportTitle = () => {
    if (titles.page !== '' && !titles.isPlaceholder) onTitle(titles.page);
  };
  reportTitle();
  return subscribe(reportTitle);
}
